// What the page as a whole knows of the one it shows: a table fills the screen and brings a band of its own.
export const frame = $state({ table: false });
