import { describe, expect, test } from "vitest";
import { checksumsOf, type Migration } from "./migration.ts";
import released from "./released.json" with { type: "json" };
import { migrations } from "./steps.ts";

const textsOf = ({ sqlite, sqliteLookups, postgres }: Migration) => [sqlite, sqliteLookups, postgres];

/** Statements after which a program that does not know the step can still read and write. */
const allowed = /^\s*(create (table|index)\b|alter table \w+ add column .* default |$)/;
const changes = /\b(alter table|drop|update|(?<!on )delete|rename|replace)\b/i;

/** The promises that a step makes by its flags and does not keep. */
function brokenPromises(step: Migration): string[] {
  const isAdditive = textsOf(step).every((text) => text.split(";").every((statement) => allowed.test(statement)));
  const changesTables = textsOf(step).some((text) => changes.test(text));
  return [
    ...(step.isAdditive && !isAdditive ? ["isAdditive"] : []),
    ...(step.changesTables !== true && changesTables ? ["changesTables"] : []),
    // No backup of the lookup log is made before its own steps.
    ...(changes.test(step.sqliteLookups) ? ["sqliteLookups"] : []),
  ];
}

const invented = (text: string, more: Partial<Migration> = {}): Migration => ({
  name: "invented",
  sqlite: text,
  sqliteLookups: "",
  postgres: text,
  ...more,
});

describe("a migration step", () => {
  const isAdditive = true;
  const changesTables = true;
  const column = "alter table post add column note text not null default '';";

  test.each([
    [invented("create table note (id text); create index note_by_id on note (id)", { isAdditive }), []],
    [invented(column, { isAdditive, changesTables }), []],
    [invented(column, { isAdditive }), ["changesTables"]],
    [invented("alter table post add column note text", { isAdditive, changesTables }), ["isAdditive"]],
    [invented("drop table post", { changesTables }), []],
    [invented("delete from post"), ["changesTables"]],
    [invented("", { sqliteLookups: "drop table lookup_day", changesTables }), ["sqliteLookups"]],
  ])("keeps its promises, or the check finds it: %o", (step, broken) => {
    expect(brokenPromises(step)).toEqual(broken);
  });

  test("after the first one keeps its promises", () => {
    expect(migrations.slice(1).flatMap(brokenPromises)).toEqual([]);
  });

  test("keeps its text after a release", () => {
    const now = Object.fromEntries(migrations.map((step) => [step.name, checksumsOf(step)]));
    expect(now).toMatchObject(released);
  });
});
