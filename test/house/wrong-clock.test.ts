import { expect, test } from "vitest";
import { allTables } from "#storage/database/tables/copied-tables.ts";
import {
  dueWithinAnHour,
  keptFromTheSteadyWeek,
  neverCompared,
  sweptAtOnce,
  untried,
  withCase,
} from "../support/stored-times.ts";

const isTime = (name: string) => /(^|_)(at|until|from|on|slot|since|step|value)$/.test(name);

test("every column with a time is named: what a time to come does there, or why it is never compared with now", () => {
  const tried = [dueWithinAnHour, keptFromTheSteadyWeek, sweptAtOnce, withCase];
  const named = [...tried, ...Object.values(untried), ...Object.values(neverCompared)].flat();
  const there = Object.entries(allTables).flatMap(([table, { columns }]) =>
    Object.entries(columns)
      .filter(([name, { type }]) => type === "{big}" && isTime(name))
      .map(([name]) => `${table}.${name}`),
  );
  expect(named.toSorted()).toEqual(there.toSorted());
});
