import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig, type UserProjectConfigExport } from "vitest/config";
import { early, pack } from "./pack.ts";

// `npm run dev` shows the sources through a running `yonto serve`; YONTO names another address than the usual one.
const server = process.env.YONTO ?? "http://127.0.0.1:8000";
const through = { target: server, changeOrigin: true, ws: true, headers: { origin: server } };

// Tests that need no page: they share one process, which costs less than a small browser for each of them.
const PLAIN = [
  "src/{changes,outcome,rulesearch,since,terms}.test.ts",
  "src/{own,review,study}/*.test.ts",
  "src/teaching/place.test.ts",
  "src/games/{niya/paper,tajuto/costs}.test.ts",
  "src/games/qin/{ground,picture,place,towers}.test.ts",
];
// Tests that put something in the place of a module or of the clock: each needs a process of its own. All others share
// theirs, which spares each of them loading every component anew.
const APART = ["src/{offline,session,table}.test.ts"];
// A busy machine may take long over a test that is quick.
const PATIENT = { testTimeout: 60_000 };

/** Tests with a small browser. */
function page(name: string, include: string[], exclude: string[], isolate: boolean): UserProjectConfigExport {
  return {
    plugins: [svelte(), svelteTesting()],
    server: { fs: { allow: [".."] } }, // a test reads the data of the games
    test: { ...PATIENT, name, environment: "happy-dom", include, exclude, isolate },
  };
}

export default defineConfig({
  plugins: [svelte(), early(), pack()],
  build: {
    outDir: "../src/yonto/server/client",
    emptyOutDir: true,
    // The server's policy allows no inline code or style, and pictures are small files of their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } }, // a slow machine is no fault of ours
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": through, "/health": through } },
  test: {
    projects: [
      {
        plugins: [svelte()],
        test: { ...PATIENT, name: "plain", environment: "node", include: PLAIN, isolate: false },
      },
      page("page", ["src/**/*.test.ts"], [...PLAIN, ...APART], false),
      page("apart", APART, [], true),
    ],
  },
});
