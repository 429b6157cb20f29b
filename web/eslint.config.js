// What svelte-check does not see: mistakes whose types are right. Types are svelte-check's business (so the rules here
// need none and take a third of the time), layout is prettier's.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  { ignores: ["node_modules/", "public/", "src/protocol.gen.ts"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // noUncheckedIndexedAccess makes every `list[i]` doubtful; where the index is known to be good we say so with `!`.
      "@typescript-eslint/no-non-null-assertion": "off",
      // A record whose keys come and go is a plain object here: it is what JSON and $state have.
      "@typescript-eslint/no-dynamic-delete": "off",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // What the page follows is declared with $state. A Map or a URLSearchParams beside it is plain on purpose.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
);
