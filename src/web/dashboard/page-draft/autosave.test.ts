import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Autosave, type SaveResult, saveEveryMs } from "./autosave.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A form whose requests end when the test says so. */
function aForm() {
  const requests: { end: (result: SaveResult) => Promise<void>; signal: AbortSignal }[] = [];
  const page = { isAnythingSent: false, isSlow: false };
  const autosave = new Autosave({
    isAnythingSent: () => page.isAnythingSent,
    isSlow: () => void (page.isSlow = true),
    save: (signal) => {
      const { promise, resolve } = Promise.withResolvers<SaveResult>();
      const end = async (result: SaveResult) => {
        resolve(result);
        await vi.advanceTimersByTimeAsync(0);
      };
      requests.push({ end, signal });
      return promise;
    },
  });
  return { autosave, requests, page };
}

test("what is typed without a pause is saved each second, with one request at a time", async () => {
  const { autosave, requests } = aForm();
  for (let ms = 0; ms < saveEveryMs; ms += 100) {
    autosave.changed();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(requests).toHaveLength(1);
  autosave.changed();
  await vi.advanceTimersByTimeAsync(2 * saveEveryMs);
  expect(requests).toHaveLength(1);
  await requests[0]?.end("saved");
  expect(requests).toHaveLength(2);
  await requests[1]?.end("saved");
  expect(autosave.isUnsaved).toBe(false);
  await vi.advanceTimersByTimeAsync(10 * saveEveryMs);
  expect(requests).toHaveLength(2);
});

test("a save without an answer is tried again by itself, and one that was refused only after a change", async () => {
  const { autosave, requests } = aForm();
  autosave.changed();
  await vi.advanceTimersByTimeAsync(saveEveryMs);
  await requests[0]?.end("lost");
  expect([autosave.isUnsaved, autosave.hasFailed, autosave.isAtRisk(false)]).toEqual([true, true, true]);
  await vi.advanceTimersByTimeAsync(3000);
  await requests[1]?.end("refused");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(2);
  expect(autosave.isUnsaved).toBe(true);
  autosave.changed();
  await vi.advanceTimersByTimeAsync(saveEveryMs);
  await requests[2]?.end("saved");
  expect([autosave.isUnsaved, autosave.hasFailed]).toEqual([false, false]);
});

test("a page that is left is saved at once, in place of the request that runs", async () => {
  const { autosave, requests } = aForm();
  autosave.leave();
  expect(requests).toHaveLength(0);
  autosave.changed();
  await vi.advanceTimersByTimeAsync(saveEveryMs);
  autosave.changed();
  autosave.leave();
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  autosave.changed();
  autosave.end();
  expect(requests).toHaveLength(3);
  await requests[2]?.end("lost");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(3);
});

test("a form that is being sent is saved beside it if it is left or stays without an answer, and not if it was accepted", async () => {
  const { autosave, requests, page } = aForm();
  autosave.changed();
  autosave.sent();
  page.isAnythingSent = true;
  expect(autosave.isAtRisk(true), "while it is sent").toBe(false);
  await vi.advanceTimersByTimeAsync(1900);
  expect(requests).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(100);
  expect(requests).toHaveLength(1);
  await requests[0]?.end("saved");
  autosave.changed();
  autosave.sent();
  autosave.leave();
  expect(requests).toHaveLength(2);
  await requests[1]?.end("saved");
  autosave.changed();
  autosave.sent();
  page.isAnythingSent = true;
  autosave.end();
  expect(requests).toHaveLength(2);
  // A button of the form was pressed that sends nothing.
  page.isAnythingSent = false;
  autosave.end();
  expect(requests).toHaveLength(3);
});

test("a save that never gets an answer counts as failed after three seconds, and keeps no later one back", async () => {
  const { autosave, requests, page } = aForm();
  autosave.changed();
  await vi.advanceTimersByTimeAsync(saveEveryMs + 2900);
  expect([autosave.hasFailed, page.isSlow]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(200);
  expect([autosave.hasFailed, page.isSlow]).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await requests[1]?.end("saved");
  expect([autosave.isUnsaved, autosave.hasFailed]).toEqual([false, false]);
});

test("a sent form that stays on the page is saved at once, and what is typed into it within a second", async () => {
  const { autosave, requests } = aForm();
  autosave.changed();
  autosave.sent();
  autosave.cameBack();
  expect(requests).toHaveLength(1);
  await requests[0]?.end("saved");
  autosave.sent();
  autosave.changed();
  await vi.advanceTimersByTimeAsync(saveEveryMs);
  expect(requests).toHaveLength(2);
  autosave.cameBack();
  expect(requests).toHaveLength(2);
});

test("a caller can wait until the form as it is now was sent", async () => {
  const { autosave, requests } = aForm();
  const first = autosave.saveNow();
  let isNamed = false;
  const named = autosave.saveNow().then(() => (isNamed = true));
  await requests[0]?.end("saved");
  await first;
  expect([requests.length, isNamed]).toEqual([2, false]);
  await requests[1]?.end("saved");
  await named;
  expect(isNamed).toBe(true);
});
