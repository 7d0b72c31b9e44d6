import nodeResolve from "@rollup/plugin-node-resolve";
import { importMetaAssets } from "@web/rollup-plugin-import-meta-assets";
import { readFileSync } from "node:fs";

const html = {
  name: "html",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "index.html", source: readFileSync("../page/index.html") });
  },
};

export default {
  input: "../page/main.js",
  output: { dir: "dist", format: "es" },
  plugins: [nodeResolve({ browser: true }), importMetaAssets(), html],
};
