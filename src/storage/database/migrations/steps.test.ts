import { describe, expect, test } from "vitest";
import { checksumsOf, type Migration } from "./migration.ts";
import released from "./released.json" with { type: "json" };
import { migrations } from "./steps.ts";
import { addedBy, code, orNull, sqlOf, table } from "../tables/table.ts";

const textsOf = ({ sqlite, sqliteLookups, postgres }: Migration) => [sqlite, sqliteLookups, postgres];

/** Statements after which a program that does not know the step can still read and write. */
const allowed = /^\s*(create (table|index)\b|alter table \w+ add column .* default |$)/;
const changes = /\b(alter table|drop|update|(?<!on )delete|rename|replace)\b/i;

/** The promises that a step makes by its flags and does not keep. */
function brokenPromises(step: Migration): string[] {
  const isAdditive = textsOf(step).every((text) => text.split(";").every((statement) => allowed.test(statement)));
  const changesTables = textsOf(step).some((text) => changes.test(text));
  return [
    // PostgreSQL has the names of steps in a list, separated by spaces.
    ...(/^[\w.-]+$/.test(step.name) ? [] : ["name"]),
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
    [invented("", { name: "1.1 notes" }), ["name"]],
    [invented("", { sqliteLookups: "drop table lookup_day", changesTables }), ["sqliteLookups"]],
  ])("keeps its promises, or the check finds it: %o", (step, broken) => {
    expect(brokenPromises(step)).toEqual(broken);
  });

  test("is made from the tables, columns and indexes that are marked with its name, and 1.0 leaves them out", () => {
    const declared = {
      post: table({
        key: ["id"],
        columns: {
          id: code(),
          state: addedBy("1.1-notes", code("check ({column} <> 'x')"), "'none'"),
          noted_by: addedBy("1.1-notes", orNull(code()), "null"),
          late: addedBy("1.2", code(), "''"),
        },
        indexes: { post_by_id: "(id)", post_by_state: { addedBy: "1.1-notes", on: "(state, id)" } },
      }),
      note: table({ addedBy: "1.1-notes", key: ["id"], columns: { id: code() }, indexes: { note_by_id: "(id)" } }),
    };
    const made = (step: string) => sqlOf("sqlite", declared, step).split(/\n(?! |\))/);
    expect(made("1.0")).toEqual([
      "create table post (\n  id text not null primary key\n) strict;",
      "create index post_by_id on post (id);",
    ]);
    expect(made("1.1-notes")).toEqual([
      "alter table post add column state text not null default 'none' check (state <> 'x');",
      "alter table post add column noted_by text default null;",
      "create index post_by_state on post (state, id);",
      "create table note (\n  id text not null primary key\n) strict;",
      "create index note_by_id on note (id);",
    ]);
    expect(brokenPromises(invented(sqlOf("postgres", declared, "1.1-notes"), { isAdditive, changesTables }))).toEqual(
      [],
    );
  });

  test("after the first one keeps its promises", () => {
    expect(migrations.slice(1).flatMap(brokenPromises)).toEqual([]);
  });

  test("keeps its text after a release", () => {
    const now = Object.fromEntries(migrations.map((step) => [step.name, checksumsOf(step)]));
    expect(now).toMatchObject(released);
  });
});
