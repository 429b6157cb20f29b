import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { defineConfig } from "vitest/config";
import { early, pack } from "./pack.ts";

// `npm run dev` shows the sources through a running `yonto serve`; YONTO names another address than the usual one.
const server = process.env.YONTO ?? "http://127.0.0.1:8000";
const through = { target: server, changeOrigin: true, ws: true, headers: { origin: server } };

export default defineConfig({
  plugins: [svelte(), svelteTesting(), early(), pack()],
  build: {
    outDir: "../src/yonto/server/client",
    emptyOutDir: true,
    // The server's policy allows no inline code or style, and pictures are small files of their own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } }, // a slow machine is no fault of ours
  },
  server: { fs: { allow: [".."] }, proxy: { "/api": through, "/health": through } },
  // A busy machine may take long over a test that is quick.
  test: { environment: "happy-dom", include: ["src/**/*.test.ts"], testTimeout: 60_000 },
});
