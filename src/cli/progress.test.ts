import { expect, test, vi } from "vitest";
import { openProgress, progressLine } from "./progress.ts";

test.each([
  [{ done: 0, total: 0, seconds: 1 }, "Records: 0"],
  [{ done: 12_000, total: 0, seconds: 1 }, "Records: 12,000"],
  [{ done: 0, total: 100, seconds: 1 }, "Records: 0 of 100, 0 %"],
  [{ done: 25_000, total: 100_000, seconds: 10 }, "Records: 25,000 of 100,000, 25 %, 30 s left"],
  [{ done: 10, total: 100, seconds: 60 }, "Records: 10 of 100, 10 %, 9 min left"],
  [{ done: 1, total: 100, seconds: 100 }, "Records: 1 of 100, 1 %, 2.8 h left"],
  [{ done: 101, total: 100, seconds: 5 }, "Records: 101 of 100, 100 %, 0 s left"],
])("the progress %j is shown as %j", (state, line) => {
  expect(progressLine("Records", state)).toBe(line);
});

function screen(isTTY: boolean) {
  const written: string[] = [];
  return { written, terminal: { isTTY, columns: 20, write: (text: string) => written.push(text) } };
}

test("a terminal shows one line, updated a few times a second, cut to its width and removed at the end", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { written, terminal } = screen(true);
  {
    using progress = openProgress("Records", 1000, terminal);
    for (let done = 1; done <= 1000; done += 1) {
      vi.advanceTimersByTime(1);
      progress.at(done);
    }
    progress.say("Record 7 is broken.");
  }
  vi.useRealTimers();
  expect(written).toHaveLength(6);
  const begins = "\r\u001B[KRecords: ";
  expect(written.slice(0, 4).filter((text) => text.startsWith(begins) && text.length <= 23)).toHaveLength(4);
  expect(written.slice(4)).toEqual(["\r\u001B[K", "Record 7 is broken.\n"]);
});

test("a pipe gets no progress, only separate messages", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { written, terminal } = screen(false);
  {
    using progress = openProgress("Records", 1000, terminal);
    vi.advanceTimersByTime(5000);
    progress.at(500);
    progress.say("Record 7 is broken.");
  }
  vi.useRealTimers();
  expect(written).toEqual(["Record 7 is broken.\n"]);
});
