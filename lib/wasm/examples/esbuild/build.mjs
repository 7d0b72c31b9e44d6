// esbuild does not follow `new URL("...", import.meta.url)`: what it names is copied to lie beside the bundle.
import { build } from "esbuild";
import { cpSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const engine = dirname(createRequire(import.meta.url).resolve("ddz-engine/package.json"));
mkdirSync("dist", { recursive: true });
for (const file of ["ddz.wasm", "engine.js", "nets"]) cpSync(join(engine, file), join("dist", file), { recursive: true });
cpSync("../page/index.html", "dist/index.html");
await build({ entryPoints: ["../page/main.js"], bundle: true, format: "esm", minify: true, outdir: "dist" });
