// The one thing on this page that needs a script.
const button = document.getElementById("print");
button.hidden = false;
button.addEventListener("click", () => print());
