import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { type FieldProblem, isPortalError, PortalError } from "#core/errors.ts";
import {
  canonicalNumber,
  asPassport,
  type NumberKind,
  secondSpelling,
  storedSpellings,
} from "#core/records/numbers.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayFindDuplicateNumbers, mayReadRecord, maySeeEveryRecord } from "#core/accounts/permissions.ts";
import { numberIndexes } from "#sealing/number-index.ts";
import type { Reader, Writer } from "#storage/database/database.ts";
import { recordsWithNumbers } from "#storage/database/records/records.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { lockNumbers, recordsReserving } from "#storage/database/records/revisions.ts";
import { namesById } from "#storage/database/accounts/roles.ts";
import { mailAdmins } from "../mails/mail-admins.ts";
import { logSettingsEvent } from "../portal/log-audit-event.ts";
import type { Portal } from "../portal/portal.ts";
import { currentSettings } from "../portal/current-settings.ts";
import { secondNumberOf } from "../portal/second-number.ts";
import { limitNumberChecks } from "./check-numbers.ts";

type NumberField = keyof Pick<CandidateRecord, "passportNumber" | "irccNumber">;

/** Numbers in their canonical spelling. Null or "" if there is none to look for. */
type Numbers = Record<NumberField, string | null>;
type NumberOwners = Partial<Record<NumberField, RecordRow>>;

/** Returns the record that has each of the numbers, except the record `ownId`. */
export type OwnersOf = (numbers: Numbers, ownId: string | null) => NumberOwners;

/**
 * Queries once who has the numbers of many records, or will have them with a revision. The result is valid only for these
 * numbers. Within a transaction, nobody else takes them before it ends.
 */
export async function askForOwners(portal: Portal, reader: Reader, searched: readonly Numbers[]): Promise<OwnersOf> {
  const { database } = portal;
  const known = new Map<string, Buffer[]>();
  const indexesOf = (kind: NumberKind, number: string | null) =>
    number === null || number === ""
      ? []
      : known.getOrInsertComputed(`${kind} ${number}`, () => storedIndexes(portal, kind, number));
  const passports = searched.flatMap(({ passportNumber }) => indexesOf("passport", passportNumber));
  const irccs = searched.flatMap(({ irccNumber }) => indexesOf("ircc", irccNumber));
  if (reader !== database.read || database.transaction) await lockAll(portal, reader, [...passports, ...irccs]);
  const rows = [
    ...(await recordsWithNumbers(reader, passports, irccs)),
    ...(await recordsReserving(reader, passports, irccs)),
  ];
  const byPassport = new Map(rows.map((row) => [hex(row.passport_index), row]));
  const byIrcc = new Map(rows.map((row) => [hex(row.ircc_index), row]));
  return ({ passportNumber, irccNumber }, ownId) => {
    const ownerIn = (found: typeof byPassport, indexes: readonly Buffer[]) =>
      indexes.map((index) => found.get(hex(index))).find((row) => row && row.id !== ownId);
    const passport = ownerIn(byPassport, indexesOf("passport", passportNumber));
    const ircc = ownerIn(byIrcc, indexesOf("ircc", irccNumber));
    return { ...(passport && { passportNumber: passport }), ...(ircc && { irccNumber: ircc }) };
  };
}

/** The indexes under which a number may be stored. */
const storedIndexes = ({ keyring, registry }: Portal, kind: NumberKind, number: string): Buffer[] =>
  storedSpellings(number).flatMap((spelt) => numberIndexes(keyring, registry, kind, spelt));

async function lockAll(portal: Portal, reader: Reader, indexes: readonly Buffer[]): Promise<void> {
  const { engine } = portal.database;
  if (engine === "postgres" && (await currentSettings(portal)).fourEyes) await lockNumbers(reader, indexes);
}

const hex = (index: Uint8Array | null): string => Buffer.from(index ?? []).toString("hex");

/**
 * Returns the records with this number as passport or second number, whether the public sees them or not, and those that
 * will have it with a revision. No number is given twice, so they are at most two of each kind.
 */
export async function rowsWithNumber(portal: Portal, number: string): Promise<RecordRow[]> {
  const { database } = portal;
  const passport = storedIndexes(portal, "passport", asPassport(number));
  const ircc = storedIndexes(portal, "ircc", number);
  const rows = [
    ...(await recordsWithNumbers(database.read, passport, ircc)),
    ...(await recordsReserving(database.read, passport, ircc)),
  ];
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** Throws if another record has one of the numbers. The error names that record if the actor may read it. */
export async function refuseDuplicateNumbers(
  portal: Portal,
  writer: Writer,
  actor: Actor,
  record: Numbers & { id: string },
  ownersOf?: OwnersOf,
): Promise<void> {
  const owners = (ownersOf ?? (await askForOwners(portal, writer, [record])))(record, record.id);
  const other = owners.passportNumber ?? owners.irccNumber;
  if (!other) return;
  const fields: Record<string, FieldProblem> = {};
  for (const field of Object.keys(owners)) fields[field] = "number-taken";
  const isReadable = mayReadRecord(actor, { addedBy: other.added_by });
  throw new PortalError("duplicate-number", {
    fields,
    ...(isReadable && { record: { id: other.id, name: other.name } }),
  });
}

/** The same for the numbers that a change gives to a record. */
export const refuseTakenNumbers = (
  portal: Portal,
  writer: Writer,
  actor: Actor,
  before: Numbers & { id: string },
  after: Numbers,
): Promise<void> => refuseDuplicateNumbers(portal, writer, actor, newNumbers(before, after));

/** Returns which of the numbers that a change gives to a record belong to another one. */
export async function takenNumbers(
  portal: Portal,
  writer: Writer,
  before: Numbers & { id: string },
  after: Numbers,
): Promise<string[]> {
  const added = newNumbers(before, after);
  return Object.keys((await askForOwners(portal, writer, [added]))(added, added.id));
}

/** Numbers that a record had before are its own and need no check. */
const newNumbers = (before: Numbers & { id: string }, { passportNumber, irccNumber }: Numbers) => ({
  id: before.id,
  passportNumber: passportNumber === before.passportNumber ? null : passportNumber,
  irccNumber: irccNumber === before.irccNumber ? null : irccNumber,
});

const whileSaving = { name: "numbers saved", atMost: 1000, withinSeconds: 60 * 60 };

/** How many taken numbers a user may learn of by saving. An honest user seldom meets one. */
const conflicts = { name: "numbers saved that were taken", atMost: 30, withinSeconds: 60 * 60 };

const tellings = { name: "mails about taken numbers", atMost: 1, withinSeconds: 60 * 60 };

/**
 * Saves numbers. A refusal reveals that somebody else's record has a number. So for users who do not see every record,
 * each try is counted before its result is known. Each try is also counted as a conflict, which is taken back if there
 * was none. A refusal is logged. After too many of them, nothing is saved, and the admins get a mail.
 */
export async function savingNumbers<Saved>(portal: Portal, actor: Actor, save: () => Promise<Saved>): Promise<Saved> {
  await limitNumberChecks(portal, actor, whileSaving);
  await limitConflicts(portal, actor);
  let isConflict = false;
  try {
    return await save();
  } catch (error) {
    if (isPortalError(error) && error.id === "duplicate-number") {
      isConflict = true;
      await logTaken(portal, actor, error.fields ?? {});
    }
    throw error;
  } finally {
    if (!isConflict) await takeBackConflict(portal, actor);
  }
}

async function limitConflicts(portal: Portal, actor: Actor): Promise<void> {
  if (maySeeEveryRecord(actor)) return;
  const key = actorId(actor);
  const verdict = await portal.limits.attempt([{ rule: conflicts, key }]);
  if (verdict.allowed) return;
  if ((await portal.limits.attempt([{ rule: tellings, key }])).allowed) await tellAdmins(portal, key);
  throw new PortalError("admin-must-look", { waitSeconds: verdict.waitSeconds });
}

async function tellAdmins(portal: Portal, person: string): Promise<void> {
  const who = (await namesById(portal.database.read, [person])).get(person) ?? person;
  const link = `${portal.publicOrigin}/dashboard/History`;
  await mailAdmins(portal, ({ takenNumbersMail }, operator) => takenNumbersMail({ operator, who, link }));
}

async function takeBackConflict({ limits }: Portal, actor: Actor): Promise<void> {
  if (maySeeEveryRecord(actor)) return;
  // What was saved stays saved. If this fails, one conflict too many is counted.
  await limits.takeBack({ rule: conflicts, key: actorId(actor) }).catch(() => undefined);
}

/** Logs which numbers a user learnt to be taken: the passport or the second number, but never the number itself. */
async function logTaken(portal: Portal, actor: Actor, fields: object): Promise<void> {
  if (Object.keys(fields).length === 0 || maySeeEveryRecord(actor)) return;
  const taken = { from: null, to: "number-taken" } as const;
  const details = {
    ...("passportNumber" in fields && { passportNumber: taken }),
    ...("irccNumber" in fields && { irccNumber: taken }),
  };
  const event = { actor, action: "numbers-found-taken", subject: "staff", subjectId: actorId(actor) } as const;
  await logSettingsEvent(portal, { ...event, details });
}

type TypedNumbers = {
  /** As typed so far. No record has a text that cannot be a number. */
  passportNumber?: string | undefined;
  irccNumber?: string | undefined;
  /** The record that is being updated: its own numbers are free. */
  ownId?: string | undefined;
};

type DuplicateNumber = { record: { id: string; name: string } };

/**
 * Returns which of the typed numbers belong to another record that the actor may read. Whether the record of somebody else
 * has a number is told only to those who save it.
 */
export async function findDuplicateNumbers(portal: Portal, actor: Actor, typed: TypedNumbers) {
  authorize(mayFindDuplicateNumbers(actor), actor);
  const numbers = {
    passportNumber: canonicalNumber(typed.passportNumber ?? ""),
    irccNumber: secondSpelling(typed.irccNumber ?? "", secondNumberOf(portal).form),
  };
  if (numbers.passportNumber === null && numbers.irccNumber === null) return {};
  const owners = (await askForOwners(portal, portal.database.read, [numbers]))(numbers, typed.ownId ?? null);
  const passport = readable(actor, owners.passportNumber);
  const ircc = readable(actor, owners.irccNumber);
  return { ...(passport && { passportNumber: passport }), ...(ircc && { irccNumber: ircc }) };
}

const readable = (actor: Actor, row: RecordRow | undefined): DuplicateNumber | undefined =>
  row && mayReadRecord(actor, { addedBy: row.added_by }) ? { record: { id: row.id, name: row.name } } : undefined;
