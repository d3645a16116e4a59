import { expect, test } from "vitest";
import { pageOrWholeList } from "./whole-list.ts";

const rowsOf = (many: number) => Array.from({ length: many }, (_, at) => at);

/** Reads pages of a list. A cursor is the position of its first row. */
const listOf = (length: number) => async (page: { limit?: number | undefined; cursor?: string | undefined }) => {
  const start = Number(page.cursor ?? 0);
  const end = Math.min(start + (page.limit ?? 50), length);
  return { rows: rowsOf(length).slice(start, end), next: end < length ? String(end) : null };
};

test.each([
  ["no page, of a short list", {}, 1201, 1201, null, 500],
  ["no page, of a list that is too long", {}, 5001, 5000, "5000", 500],
  ["no page, of a list of exactly so many", {}, 5000, 5000, null, 500],
  ["a page of its own size", { limit: 2 }, 1201, 2, "2", 2],
  ["the page after that", { cursor: "1200" }, 1201, 1, null, undefined],
])(
  "whoever asks for %s gets it, and where the next begins, and its size",
  async (_, asked, length, got, next, limit) => {
    const answer = await pageOrWholeList(asked, listOf(length));
    expect([answer.rows.length, answer.next, answer.limit]).toEqual([got, next, limit]);
  },
);
