import { setTimeout as delay } from "node:timers/promises";
import type { Entry, Ledger } from "../faults/ledger.ts";
import { type Answer, ask, type Asked, type Member } from "../faults/member.ts";
import { writeRecord } from "../faults/write-loop.ts";

/** What clients met who ask once more when they are not answered. */
export type Tally = {
  requests: number;
  /** Not answered at the first time. */
  again: number;
  /** Not answered at the second time either, by what was asked and what came. */
  failed: Map<string, number>;
  /** In words, what was acknowledged and a lookup did not find. */
  lost: string[];
  slowestMs: number;
  /** From the first request to the last one that had to be asked again. */
  firstAt: number;
  lastAt: number;
};

export const newTally = (): Tally => ({
  requests: 0,
  again: 0,
  failed: new Map(),
  lost: [],
  slowestMs: 0,
  firstAt: Infinity,
  lastAt: -Infinity,
});

/** How long a client waits before it asks again. */
const beforeAgainMs = 1000;

const isAnswered = (answer: Answer | null) =>
  answer !== null && answer.status < 500 && !answer.text.includes('"still-working"');

/** Whoever deletes again what is gone meets nothing, as was wanted. */
const isWanted = ({ method }: Asked, answer: Answer | null) =>
  answer !== null && (answer.status < 400 || (method === "DELETE" && answer.status === 404));

const kindOf = ({ path }: Asked) => {
  if (path.startsWith("/result/") || path === "/") return "lookup";
  if (path === "/cofees") return "add";
  return path === "/images" ? "upload" : "change";
};

/** The way of a client that asks once more. */
const askAgain =
  (tally: Tally): NonNullable<Member["again"]> =>
  async (asked, askOnce) => {
    const start = performance.now();
    tally.requests += 1;
    let answer = await askOnce();
    if (!isAnswered(answer)) {
      tally.again += 1;
      tally.firstAt = Math.min(tally.firstAt, start);
      await delay(beforeAgainMs);
      tally.lastAt = Math.max(tally.lastAt, performance.now());
      answer = await askOnce();
    }
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - start);
    if (!isWanted(asked, answer)) {
      const what = `${kindOf(asked)}: ${answer?.status ?? "no answer"}`;
      tally.failed.set(what, (tally.failed.get(what) ?? 0) + 1);
    }
    return answer;
  };

/** Who looks up what others add: by a call, then on a page. */
async function lookUpUntil(stopped: AbortSignal, member: Member, ledger: Ledger, tally: Tally, pauseMs: number) {
  for (let count = 0; !stopped.aborted; count += 1) {
    const shown = ledger.entries.filter(({ states, acknowledged }) => states.length === 1 && acknowledged === 0);
    const entry = shown[(count * 7) % Math.max(1, shown.length)];
    if (entry) await lookUp(member, entry, count % 2 === 0, tally);
    await delay(pauseMs);
  }
}

async function lookUp(member: Member, { sent }: Entry, byCall: boolean, { lost }: Tally): Promise<void> {
  const form = { method: "POST", path: "/", body: new URLSearchParams({ number: sent.id }) };
  const answer = await ask(member, byCall ? { path: `/result/${sent.id}` } : form);
  const isMissed = answer?.status === 404 || (answer?.status === 200 && !answer.text.includes(String(sent["name"])));
  if (isMissed) lost.push(`${sent.id}: a lookup answered ${answer.status} without it`);
}

/** Hides and deletes as well. What turns a state over would turn it back when it is asked again. */
const nexts = [undefined, "hidden", undefined, "deleted"] as const;

async function writeUntil(
  stopped: AbortSignal,
  member: Member,
  ledger: Ledger,
  withDocument: boolean,
  pauseMs: number,
) {
  for (let count = 0; !stopped.aborted; count += 1) {
    await writeRecord(member, ledger, { withDocument, next: nexts[count % nexts.length] });
    await delay(pauseMs);
  }
}

export type Crowd = { lookups: number; writers: number; uploads: number; pauseMs: number };

/** Looks up, adds, hides, deletes and uploads, until somebody stops it. */
export async function useUntil(
  stopped: AbortSignal,
  site: Member,
  ledger: Ledger,
  tally: Tally,
  { lookups, writers, uploads, pauseMs }: Crowd,
): Promise<void> {
  const member = { ...site, again: askAgain(tally) };
  const times = (count: number, work: () => Promise<void>) => Array.from({ length: count }, work);
  await Promise.all([
    ...times(lookups, () => lookUpUntil(stopped, member, ledger, tally, pauseMs)),
    ...times(writers, () => writeUntil(stopped, member, ledger, false, pauseMs)),
    ...times(uploads, () => writeUntil(stopped, member, ledger, true, pauseMs)),
  ]);
}
