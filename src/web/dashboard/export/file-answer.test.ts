import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { streamOf, tableAnswer } from "./file-answer.server.ts";

/** An endless generator that counts its parts, and records whether it was ended. */
function counted<Part>(part: (made: number) => Part) {
  const seen = { made: 0, isEnded: false };
  async function* parts() {
    try {
      for (;;) yield part((seen.made += 1));
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, parts: parts() };
}

test("a file is made no faster than it is read, and no further after the client has gone", async () => {
  const { seen, parts } = counted((made) => new Uint8Array([made]));
  const reader = streamOf(parts).getReader();
  expect((await reader.read()).value).toEqual(new Uint8Array([1]));
  expect((await reader.read()).value).toEqual(new Uint8Array([2]));
  expect(seen).toEqual({ made: 2, isEnded: false });
  await reader.cancel();
  expect(seen).toEqual({ made: 2, isEnded: true });
});

test.each(["csv", "xlsx"] as const)(
  "a table in %s format reads no further rows after the client has gone",
  async (format) => {
    const { seen, parts } = counted(() =>
      Array.from({ length: 100 }, () => ["Rahima Khatun", Math.random().toString(36)]),
    );
    const reader = tableAnswer("records", format, { titles: ["Name", "Number"], parts }).body?.getReader();
    for (let read = 0; read < 20; read += 1) await reader?.read();
    const { made } = seen;
    await reader?.cancel();
    await expect.poll(() => seen.isEnded).toBe(true);
    expect(seen.made - made).toBeLessThan(5);
  },
);

test("a sheet contains texts unchanged, even those that look like formulas", async () => {
  async function* parts() {
    yield [["=HYPERLINK(1)", "A0123456"]];
    yield [["রহিমা <&> খাতুন", "+880"]];
  }
  const answer = tableAnswer("records-2026-11-22", "xlsx", { titles: ["Name", "Number"], parts: parts() });
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="records-2026-11-22.xlsx"');
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()));
  expect(sheets[0]?.rows).toEqual([
    ["Name", "Number"],
    ["=HYPERLINK(1)", "A0123456"],
    ["রহিমা <&> খাতুন", "+880"],
  ]);
});
