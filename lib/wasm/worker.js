// worker.js - an engine in a Worker; ddz-engine.js speaks to it (openWorker).
import { open } from "./ddz-engine.js";

let engine;

async function answer({ open: settings, use, path, body }) {
  if (settings) engine = await open(settings);
  else if (use) await engine.use(use);
  else return engine.ask(path, body);
}

self.onmessage = async ({ data }) => {
  try {
    self.postMessage({ id: data.id, answer: await answer(data) });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error?.message ?? error) });
  }
};
