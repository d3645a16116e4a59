import { setTimeout as delay } from "node:timers/promises";
import type { Entry, Ledger } from "../faults/ledger.ts";
import { type Answer, ask, type SentRequest, type Member } from "../faults/member.ts";
import { writeRecord } from "../faults/write-loop.ts";

/** The results of clients that send each unanswered request once more. */
export type Tally = {
  requests: number;
  /** The number of requests whose first try was not answered. */
  again: number;
  /** The number of requests whose second try failed too, by kind of request and response. */
  failed: Map<string, number>;
  /** One line for each acknowledged record that a lookup did not find. */
  lost: string[];
  slowestMs: number;
  /** When the first request started that had to be retried, and when the last retry was sent. */
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

const beforeAgainMs = 1000;

const isAnswered = (answer: Answer | null) =>
  answer !== null && answer.status < 500 && !answer.text.includes('"still-working"');

/** True if the response is a success. A retried DELETE may answer 404: the first try deleted the record. */
const isWanted = ({ method }: SentRequest, answer: Answer | null) =>
  answer !== null && (answer.status < 400 || (method === "DELETE" && answer.status === 404));

const kindOf = ({ path }: SentRequest) => {
  if (path.startsWith("/result/") || path === "/") return "lookup";
  if (path === "/cofees") return "add";
  return path === "/images" ? "upload" : "change";
};

/** Returns a function that sends a request, retries it once if it is not answered, and counts both in the tally. */
const askAgain =
  (tally: Tally): NonNullable<Member["again"]> =>
  async (request, askOnce) => {
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
    if (!isWanted(request, answer)) {
      const what = `${kindOf(request)}: ${answer?.status ?? "no answer"}`;
      tally.failed.set(what, (tally.failed.get(what) ?? 0) + 1);
    }
    return answer;
  };

/** Looks up the records that other clients add, alternately by a call and on a page. */
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

/** Only changes that can be retried: one that toggles a state would toggle it back. */
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

/** Looks up, adds, hides, deletes and uploads until `stopped` is aborted. */
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
