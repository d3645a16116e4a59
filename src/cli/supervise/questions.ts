import { secondMs } from "#core/durations.ts";
import type { ToMember } from "./messages.ts";

type Asked = { pid: number; tell: (message: ToMember) => void };

type Open = { answers: Map<number, unknown>; missing: Set<number>; done: () => void };

/** A scrape of metrics waits for so long. Whoever does not answer until then is left out. */
const waitMs = 2 * secondMs;

/** One question to several processes at once. */
export class Questions {
  readonly #open = new Map<number, Open>();
  #last = 0;

  /** Resolves to the answers by process. */
  async ask(asked: readonly Asked[]): Promise<ReadonlyMap<number, unknown>> {
    const id = (this.#last += 1);
    const { promise, resolve } = Promise.withResolvers<void>();
    const open: Open = { answers: new Map(), missing: new Set(asked.map(({ pid }) => pid)), done: resolve };
    this.#open.set(id, open);
    for (const one of asked) one.tell({ is: "question", id });
    const waiting = setTimeout(resolve, waitMs);
    if (asked.length === 0) resolve();
    await promise;
    clearTimeout(waiting);
    this.#open.delete(id);
    return open.answers;
  }

  answer(id: number, pid: number, value: unknown): void {
    const open = this.#open.get(id);
    if (!open?.missing.delete(pid)) return;
    open.answers.set(pid, value);
    if (open.missing.size === 0) open.done();
  }

  /** The process has ended, and answers nothing any more. */
  gone(pid: number): void {
    for (const open of this.#open.values()) if (open.missing.delete(pid) && open.missing.size === 0) open.done();
  }
}
