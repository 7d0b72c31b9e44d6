import { cpSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";

const html = {
  apply: (compiler) =>
    compiler.hooks.afterEmit.tap("html", () => cpSync("../page/index.html", "dist/index.html")),
};

mkdirSync("dist", { recursive: true });
export default {
  mode: "production",
  entry: "../page/main.js",
  output: { path: resolve("dist"), filename: "main.js" },
  performance: { hints: false }, // the nets are fetched when the game begins
  plugins: [html],
};
