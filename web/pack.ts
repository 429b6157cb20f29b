// What the build adds to Vite's: links that fetch early what the first page needs, and every file also packed.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const WORTH = /\.(js|css|svg|webmanifest|json)$/;
const WORDS = /\/web\/src\/locale\/\w+\.json$/;
const ART = /\/pages\/cards\.ts$/;

/** The pages' words in both languages (the server leaves the reader's) and the art of the first page: all of them are
 * imported by code that must run first, so the browser would learn of them late. */
export function early(): Plugin {
  return {
    name: "early",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.values(bundle ?? {}).flatMap((chunk) => {
          const source = chunk.type === "chunk" ? (chunk.facadeModuleId ?? "") : "";
          if (!WORDS.test(source) && !ART.test(source)) return [];
          const words = WORDS.test(source) ? { hreflang: basename(source, ".json") } : {};
          return [
            {
              tag: "link",
              injectTo: "head" as const,
              attrs: { rel: "modulepreload", crossorigin: true, ...words, href: `/${chunk.fileName}` },
            },
          ];
        }),
    },
  };
}

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

/** So that the server hands out .br and .gz files without packing them each time. */
export function pack(): Plugin {
  let folder = "";
  return {
    name: "pack",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const path of files(folder).filter((name) => WORTH.test(name))) {
        const data = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(data));
        writeFileSync(`${path}.gz`, gzipSync(data, { level: 9 }));
      }
    },
  };
}
