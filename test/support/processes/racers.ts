import { fork } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll } from "vitest";
import { z } from "zod";
import type { ActionName, InputOf, Message } from "./racer-process.ts";

const program = new URL("racer-process.ts", import.meta.url);
const answerSchema = z.tuple([z.object({ outcome: z.unknown() })], z.unknown());

type Racer = { ask: (message: Message) => Promise<unknown>; end: () => Promise<void> };

async function startRacer(): Promise<Racer> {
  const child = fork(program);
  const ended = once(child, "exit");
  // Without this, a test would wait forever for the answer of a process that has ended.
  const failed = ended.then(([code, signal]) => Promise.reject(new Error(`the process ended: ${code ?? signal}`)));
  failed.catch(() => undefined);
  const nextOutcome = async () => {
    const [{ outcome }] = answerSchema.parse(await Promise.race([once(child, "message"), failed]));
    return outcome;
  };
  await nextOutcome();
  return {
    ask: async (message) => {
      const outcome = nextOutcome();
      child.send(message);
      return outcome;
    },
    end: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

export type Racers = {
  /** Every process closes its portal and opens one on this environment, all at the same time. */
  open: (environment: Record<string, string>) => Promise<unknown[]>;
  /**
   * Runs the same action in every process at once, each with its own input. The outcome of a failed action is the id of
   * its error.
   */
  race: <Name extends ActionName>(action: Name, inputs: readonly InputOf<Name>[]) => Promise<unknown[]>;
};

/**
 * Starts this many processes for all tests of a file. They start before the tests: on a busy machine, starting a
 * process takes many times as long as opening a portal in it.
 */
export function sharedRacers(count: number): Racers {
  let racers: Racer[] = [];
  beforeAll(async () => {
    racers = await Promise.all(Array.from({ length: count }, startRacer));
  });
  afterAll(async () => {
    await Promise.all(racers.map(({ end }) => end()));
  });
  const askAll = (messages: readonly Message[]) => {
    if (messages.length !== count) throw new Error(`${messages.length} inputs for ${count} processes`);
    return Promise.all(racers.map(({ ask }, at) => ask(messages[at] as Message)));
  };
  return {
    open: async (environment) => {
      const outcomes = await askAll(Array.from({ length: count }, () => ({ open: environment })));
      const failures = outcomes.filter((outcome) => outcome !== "open");
      if (failures.length > 0) throw new Error(`not opened: ${failures.join(", ")}`);
      return outcomes;
    },
    race: (action, inputs) => askAll(inputs.map((input) => ({ action, input }))),
  };
}
