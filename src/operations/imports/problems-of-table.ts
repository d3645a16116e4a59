import type { FieldProblems } from "#core/errors.ts";
import { hasColumnFor, type ImportField } from "#core/imports/import-fields.ts";
import type { AnyKind } from "#core/own-fields/own-paper.ts";
import { isLastDayField, kindOfLastDay } from "#core/records/last-days.ts";
import { unseenKinds } from "#core/records/visibility.ts";
import { particularsSchema } from "#core/records/candidate-record.ts";
import { fieldNames } from "#core/records/record-fields.ts";
import type { Actor } from "#core/accounts/actor.ts";
import type { Settings } from "#core/settings/settings.ts";
import { countItemsWith, itemsWith } from "#storage/database/records/bulk-runs.ts";
import { rowById } from "#storage/database/rows.ts";
import { ownRun } from "../bulk/read-run.ts";
import { choiceOf, inputsOf } from "../bulk/rows-of-import.ts";
import { currentSettings } from "../portal/current-settings.ts";
import type { Portal } from "../portal/portal.ts";

/** The fields that a new record cannot be without. */
export const neededOfNew = ({ irccNumberIsOptional, secondNumber }: Settings) =>
  fieldNames.filter(
    (field) =>
      !particularsSchema.shape[field].safeParse(undefined).success ||
      (field === "irccNumber" && !irccNumberIsOptional && !secondNumber.isAbsent),
  );

/** The fields that new records need and that no column of the table has: a problem of the table, and of no row. */
export async function readMissingColumns(portal: Portal, actor: Actor, id: string): Promise<ImportField[]> {
  const columns = await chosenColumns(portal, actor, id);
  if (columns.length === 0) return [];
  return neededOfNew(await currentSettings(portal)).filter((field) => !hasColumnFor(columns, field));
}

async function chosenColumns(portal: Portal, actor: Actor, id: string) {
  await ownRun(portal, actor, id);
  const file = await rowById(portal.database.read, "import_file", id);
  return file ? choiceOf(file).columns : [];
}

/** The papers whose last days the table has and visitors do not see. */
export async function readUnseenDays(portal: Portal, actor: Actor, id: string): Promise<AnyKind[]> {
  const columns = await chosenColumns(portal, actor, id);
  const dated = columns.filter((column) => column !== null && isLastDayField(column)).map(kindOfLastDay);
  return unseenKinds(dated, await currentSettings(portal));
}

/** The problems of a row without those that the whole table has. */
export const problemsOfRowAlone = (problems: FieldProblems, missing: readonly ImportField[]): FieldProblems =>
  Object.fromEntries(
    Object.entries(problems).filter(
      ([field, problem]) => problem !== "required" || !missing.some((name) => name === field),
    ),
  );

const unusualProblems = ["number-short", "number-long", "number-letters"] as const;
const numbersShown = 10;

/**
 * How many rows are left out because a spreadsheet turned their numbers into amounts, and how many because their passport
 * numbers are unlike the others, with the first of these. 0 once they are taken.
 */
export async function readDoubtfulNumbers(portal: Portal, actor: Actor, id: string) {
  const run = await ownRun(portal, actor, id);
  const { read } = portal.database;
  const file = run.kind === "import" && run.state === "asked" ? await rowById(read, "import_file", id) : undefined;
  if (!file) return { changed: 0, unusual: 0, first: [] };
  const changed = file.takes_numbers === 0 ? await countItemsWith(read, id, ["number-changed"]) : 0;
  if (choiceOf(file).takesUnusual === true) return { changed, unusual: 0, first: [] };
  const seqs = (await itemsWith(read, id, unusualProblems, numbersShown)).map(({ seq }) => seq);
  const inputs = await inputsOf(portal, id, seqs);
  return {
    changed,
    unusual: seqs.length === 0 ? 0 : await countItemsWith(read, id, unusualProblems),
    first: seqs.flatMap((seq) => inputs.get(seq)?.passportNumber ?? []),
  };
}
