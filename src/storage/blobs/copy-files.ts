import { once } from "node:events";
import { getCompileCacheDir } from "node:module";
import { Worker } from "node:worker_threads";
import { openSemaphore } from "#core/semaphore.ts";
import type { CopiedBlob, FileToCopy } from "./blob-store.ts";

/** A file that is copied under the name `unfinished`. If it is as expected, the copy then gets its own name. */
export type Copy = FileToCopy & { target: string; unfinished: string };

type Failure = { message: string; code: string | undefined };

export type Question = readonly Copy[] | "sync";

/** `isOfSync`: copies that were reported before are not durable, and are removed again. */
export type Answer = { copied: readonly CopiedBlob[] } | { failure: Failure; isOfSync: boolean };

// Resolved through the import alias: this file runs from src, and when packed from build.
const threadFile = new URL(import.meta.resolve("#storage/blobs/copy-thread.ts"));

/** Each thread waits for the disk with some files at once. With half or twice as many, a backup took longer. */
const mostThreads = 8;

export type CopyThreads = AsyncDisposable & {
  /** Stops at a file that is missing or not as expected. */
  copy(copies: readonly Copy[]): Promise<readonly CopiedBlob[]>;
  /** Makes the content of all copies durable, once nothing is copied any more. */
  sync(): Promise<void>;
};

/** Starts a thread when all others are busy. Idle ones do not keep the process alive. After a failed sync, all else fails. */
export function openCopyThreads(): CopyThreads {
  const turns = openSemaphore(mostThreads);
  const all: Worker[] = [];
  const idle: Worker[] = [];
  const failures: unknown[] = [];

  function start(): Worker {
    // With Node's cache of compiled code, a thread starts in half the time.
    const cache = getCompileCacheDir();
    const thread = new Worker(threadFile, { env: cache === undefined ? {} : { NODE_COMPILE_CACHE: cache } });
    all.push(thread);
    return thread;
  }

  async function ask(thread: Worker, question: Question): Promise<readonly CopiedBlob[]> {
    const answer = await answerOf(thread, question).catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
    if ("copied" in answer) return answer.copied;
    const failure = Object.assign(new Error(answer.failure.message), answer.failure);
    if (answer.isOfSync) failures.push(failure);
    throw failure;
  }

  const refuseAfterFailure = () => {
    if (failures.length > 0) throw failures[0];
  };

  return {
    async copy(copies) {
      using _turn = await turns.take();
      refuseAfterFailure();
      const thread = idle.pop() ?? start();
      return await ask(thread, copies).finally(() => idle.push(thread));
    },
    async sync() {
      refuseAfterFailure();
      await Promise.all(idle.map((thread) => ask(thread, "sync")));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((thread) => thread.terminate()));
    },
  };
}

async function answerOf(thread: Worker, question: Question): Promise<Answer> {
  thread.ref();
  thread.postMessage(question, []);
  try {
    const [answer] = (await once(thread, "message")) as [Answer];
    return answer;
  } finally {
    thread.unref();
  }
}
