import { expect, test } from "vitest";
import { type Away, PortalError, refusedFor } from "#core/errors.ts";
import { Outages } from "./outages.ts";

/** An outage log with a clock that stands still until `after` moves it, second by second. */
function watched() {
  const lines: string[] = [];
  let now = 0;
  const outages = new Outages(
    (level, { causes }, said) => lines.push(`${level} ${said} ${JSON.stringify(causes)}`),
    () => now,
  );
  const after = (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      now += 1000;
      outages.tick();
    }
  };
  return { outages, lines, after };
}

const failure = (code: string, away?: Away) =>
  new PortalError("unavailable", { away, cause: Object.assign(new Error("secret"), { code }) });

test("an outage is logged by the first error of each cause, one line a minute with a count of each cause, and one at its end", () => {
  const { outages, lines, after } = watched();
  const whole = [];
  for (let second = 0; second < 130; second += 1) {
    for (let client = 0; client < 64; client += 1)
      whole.push(outages.note(failure(client < 60 ? "ECONNREFUSED" : "57P03", "database"), client > 0));
    after(1);
  }
  expect(whole.filter(Boolean)).toHaveLength(2);
  after(11);
  expect(lines).toEqual([
    'error the database: still away, 3779 requests and 59 jobs failed {"Error ECONNREFUSED":3599,"Error 57P03":239}',
    'error the database: still away, 3780 requests and 60 jobs failed {"Error ECONNREFUSED":3600,"Error 57P03":240}',
    'warn the database: answers again, after 129 s in which 8190 requests and 130 jobs failed {"Error ECONNREFUSED":7800,"Error 57P03":520}',
  ]);
  expect(outages.note(failure("ECONNREFUSED", "database"), true)).toBe(true);
});

test("of several outages each has its first error and its end, and failures that were logged whole need no further line", () => {
  const { outages, lines, after } = watched();
  const all = [failure("EPIPE", "files"), failure("ENOSPC"), failure("55000", "database"), failure("EPIPE", "files")];
  expect(all.map((error) => outages.note(error, true))).toEqual([true, true, true, false]);
  expect([outages.isAway("database"), outages.isAway("files")]).toEqual([true, true]);
  after(11);
  expect([outages.isAway("database"), outages.isAway("files")]).toEqual([false, true]);
  after(50);
  expect(lines).toEqual([
    'warn the store of files: no failure for a minute, after 0 s in which 2 requests and 0 jobs failed {"Error EPIPE":2}',
  ]);
});

test("what was only counted is told when the process ends, and every other error is logged whole", () => {
  const { outages, lines } = watched();
  for (const isFirst of [true, false]) expect(outages.note(failure("57P01", "database"), false)).toBe(isFirst);
  for (const error of [new Error("a bug"), new PortalError("internal"), new PortalError("internal")])
    expect(outages.note(error, true)).toBe(true);
  outages[Symbol.dispose]();
  expect(lines).toEqual(['error the database: still away, 0 requests and 1 job failed {"Error 57P01":1}']);
});

test("what is refused for lack of room is counted in these words, and not as something that is away", () => {
  const { outages, lines, after } = watched();
  for (let second = 0; second < 60; second += 1) {
    outages.note(refusedFor("lack of room"), true);
    outages.note(failure("ENOSPC"), true);
    after(1);
  }
  expect(lines).toEqual([
    'error refused for lack of room: 59 requests and 0 jobs failed in the same way {"refused for lack of room":59}',
    'error Error ENOSPC: 59 requests and 0 jobs failed in the same way {"Error ENOSPC":59}',
  ]);
});
