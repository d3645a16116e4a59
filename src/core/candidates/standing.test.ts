import { expect, test } from "vitest";
import { approvals } from "./candidate.ts";
import { listedAs, standingOf, standings } from "./standing.ts";

test.each(approvals.flatMap((approval) => [true, false].map((hidden) => ({ approval, hidden }))))(
  "a record that is %o stands in one list and no other",
  (record) => {
    const lists = standings.filter((standing) => {
      const { hidden, status } = listedAs(standing);
      return hidden === record.hidden && (status === undefined || status === record.approval);
    });
    expect(lists).toEqual([standingOf(record)]);
  },
);
