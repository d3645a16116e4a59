import { Agent, get } from "node:http";
import type { Load } from "./load.ts";

const latencies: number[] = [];
let isOver = false;

function ask(url: string, agent: Agent): Promise<void> {
  const start = performance.now();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  get(url, { agent }, (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`answered with ${answer.statusCode}`));
    answer.resume().on("end", () => {
      latencies.push(performance.now() - start);
      resolve();
    });
  }).on("error", reject);
  return promise;
}

async function load({ url, connections }: Load): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const askOn = async () => {
    while (!isOver) await ask(url, agent);
  };
  await Promise.all(Array.from({ length: connections }, askOn));
  agent.destroy();
  process.send?.({ latencies });
}

process.on("message", (message: Load | "stop") => {
  if (message === "stop") isOver = true;
  else void load(message);
});
process.send?.("ready");
