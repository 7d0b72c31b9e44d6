export default {
  root: "../page",
  base: "./",
  build: { outDir: "../vite/dist", target: "es2022" },
  optimizeDeps: { exclude: ["ddz-engine"] }, // in development: a bundled module would not find its files
};
