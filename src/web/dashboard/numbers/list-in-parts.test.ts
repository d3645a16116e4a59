import { expect, test } from "vitest";
import { newList, type ListAnswer, withAnswer } from "./list-in-parts.ts";

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    id: String(from + at),
    typed: `A${from + at}`,
    isNumber: true,
    state: "unknown" as const,
    unchecked: null,
    record: null,
  }));
const part = (from: number, count: number): ListAnswer => ({
  kind: "part",
  rows: rows(from, count),
  of: 120,
  ticket: "ticket",
});

const started = newList("A1, A2");
const underWay = withAnswer(withAnswer(started, part(0, 50)), part(50, 50));

test("a list asks for the next part until all rows have arrived", () => {
  expect(underWay).toMatchObject({ phase: "asking", of: 120, ticket: "ticket" });
  expect(underWay.rows).toHaveLength(100);
  const done = withAnswer(underWay, part(100, 20));
  expect(done.phase).toBe("done");
  expect(done.rows.map(({ id }) => Number(id))).toEqual(Array.from({ length: 120 }, (_, at) => at));
});

test("a part without rows ends the list, so that requests do not go on forever", () => {
  expect(withAnswer(underWay, part(100, 0)).phase).toBe("done");
});

test("a part that arrives after the list was stopped is ignored", () => {
  const stopped = { ...underWay, phase: "stopped" } as const;
  expect(withAnswer(stopped, part(100, 20))).toBe(stopped);
});

test("a list keeps the rows it has when the rest is cut off or refused", () => {
  const failure = { why: "no-connection" } as const;
  const cutOff = withAnswer(underWay, { failure, at: 1 });
  expect(cutOff).toEqual({ ...underWay, phase: "cut-off", failure });
  const later = { values: { numbers: "A1, A2" }, problem: "too-many-requests", fields: {}, at: 1 } as const;
  const refused = withAnswer(underWay, later);
  expect(refused).toEqual({ ...underWay, phase: "refused", refused: later });
});
