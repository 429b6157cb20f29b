import { mount } from "svelte";
import App from "./App.svelte";
import { register } from "./offline";
import { speak } from "./session.svelte";
import "./theme.css";

const target = document.getElementById("app");
// Mounted once, with its words, which the page already asked the browser to fetch.
if (target) void speak().finally(() => mount(App, { target }));

// Once nothing more urgent is on its way.
addEventListener("load", () => setTimeout(register, 1000), { once: true });
