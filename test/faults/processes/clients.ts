import { setTimeout as delay } from "node:timers/promises";
import type { Entry, Ledger } from "../ledger.ts";
import { type Answer, ask, type SentRequest, type Member } from "../member.ts";
import { writeRecord } from "../write-loop.ts";

/** The results of clients that send each unanswered request once more. */
export type Tally = {
  /** One line for each request that failed twice, and for each acknowledged record that a lookup did not find. */
  problems: string[];
  slowestMs: number;
};

const beforeAgainMs = 1000;

const isAnswered = (answer: Answer | null) =>
  answer !== null && answer.status < 500 && !answer.text.includes('"still-working"');

/** True if the response is a success. A retried DELETE may answer 404: the first try deleted the record. */
const isWanted = ({ method }: SentRequest, answer: Answer | null) =>
  answer !== null && (answer.status < 400 || (method === "DELETE" && answer.status === 404));

/** Returns a function that sends a request, and retries it once if it is not answered. */
const askAgain =
  (tally: Tally): NonNullable<Member["again"]> =>
  async (request, askOnce) => {
    const start = performance.now();
    let answer = await askOnce();
    if (!isAnswered(answer)) {
      await delay(beforeAgainMs);
      answer = await askOnce();
    }
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - start);
    if (!isWanted(request, answer)) {
      const { method = "GET", path } = request;
      tally.problems.push(`${method} ${path} failed after one retry: ${answer?.status ?? "no answer"}`);
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

async function lookUp(member: Member, { sent }: Entry, byCall: boolean, { problems }: Tally): Promise<void> {
  const form = { method: "POST", path: "/", body: new URLSearchParams({ number: sent.id }) };
  const answer = await ask(member, byCall ? { path: `/result/${sent.id}` } : form);
  const isMissed = answer?.status === 404 || (answer?.status === 200 && !answer.text.includes(String(sent["name"])));
  if (isMissed) problems.push(`${sent.id}: a lookup answered ${answer.status} without it`);
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

/** Looks up, adds, hides, deletes and uploads until `stopped` is aborted. */
export async function useUntil(
  stopped: AbortSignal,
  site: Member,
  ledger: Ledger,
  tally: Tally,
  pauseMs: number,
): Promise<void> {
  const member = { ...site, again: askAgain(tally) };
  await Promise.all([
    lookUpUntil(stopped, member, ledger, tally, pauseMs),
    lookUpUntil(stopped, member, ledger, tally, pauseMs),
    writeUntil(stopped, member, ledger, false, pauseMs),
    writeUntil(stopped, member, ledger, true, pauseMs),
  ]);
}
