import { Session } from "node:inspector/promises";
import type { Profiler } from "node:inspector";

/** Tells which inputs run code that no input before them ran. Asks V8, so the sources need no other form. */
export class Coverage {
  readonly #session = new Session();
  readonly #seen = new Set<string>();

  async start(): Promise<void> {
    this.#session.connect();
    await this.#session.post("Profiler.enable");
    await this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** The blocks that ran since the last call. */
  async #ran(): Promise<string[]> {
    const { result } = await this.#session.post("Profiler.takePreciseCoverage");
    return result.filter(isRead).flatMap(blocksOf);
  }

  /** Returns the inputs that run new code. Inputs that run the same new code count once. */
  async newAmong(inputs: readonly string[], run: (input: string) => Promise<void>): Promise<string[]> {
    for (const input of inputs) await run(input);
    const ran = (await this.#ran()).filter((block) => !this.#seen.has(block));
    if (ran.length === 0) return [];
    if (inputs.length > 1) {
      const half = inputs.length >> 1;
      const first = await this.newAmong(inputs.slice(0, half), run);
      return [...first, ...(await this.newAmong(inputs.slice(half), run))];
    }
    for (const block of ran) this.#seen.add(block);
    return [...inputs];
  }
}

const isRead = ({ url }: Profiler.ScriptCoverage) => url.startsWith("file:") && !url.includes("/test/fuzz/");

const blocksOf = ({ scriptId, functions }: Profiler.ScriptCoverage): string[] =>
  functions.flatMap(({ ranges }) =>
    ranges
      .filter(({ count }) => count > 0)
      .map(({ startOffset, endOffset }) => `${scriptId}:${startOffset}:${endOffset}`),
  );
