import { expect, test } from "vitest";
import { approvals } from "./candidate-record.ts";
import { listedAs, publicStateOf, publicStates } from "./public-state.ts";

test.each(approvals.flatMap((approval) => [true, false].map((hidden) => ({ approval, hidden }))))(
  "a record with %o is in exactly one list",
  (record) => {
    const lists = publicStates.filter((publicState) => {
      const { hidden, status } = listedAs(publicState);
      return hidden === record.hidden && (status === undefined || status === record.approval);
    });
    expect(lists).toEqual([publicStateOf(record)]);
  },
);
