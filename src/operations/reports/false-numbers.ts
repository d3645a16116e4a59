import { randomUUID } from "node:crypto";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayMarkNumbers } from "#core/accounts/permissions.ts";
import { detailsOfChange } from "#core/audit/audit-event.ts";
import { PortalError } from "#core/errors.ts";
import { startOfDay } from "#core/office-clock.ts";
import { endingOf } from "#core/records/watch.ts";
import { parseFalseNumber, type StoredFalseNumber } from "#core/reports/false-number.ts";
import { namesById } from "#storage/database/accounts/roles.ts";
import { openedOrNull } from "#sealing/seal.ts";
import type { Writer } from "#storage/database/database.ts";
import {
  deleteFalseNumbersEndedBefore,
  type FalseNumberRow,
  falseNumberRows,
} from "#storage/database/false-numbers.ts";
import { holdersOfRecords } from "#storage/database/holders/holders.ts";
import { recordsWithNumbers } from "#storage/database/records/records.ts";
import { deleteRow, insertRow, rowForChange } from "#storage/database/rows.ts";
import { afterCommit, type Within } from "#storage/database/transaction.ts";
import { holdForSecondAdmin } from "../held-changes/hold-change.ts";
import { keyOfSettings } from "../portal/current-settings.ts";
import { readFalseNumbers, sealedFalseNumber } from "./read-false-numbers.ts";
import { isOnFalsePapers } from "../portal/on-false-papers.ts";
import { presentRow } from "../portal/locked-change.ts";
import { logAuditEvent } from "../portal/log-audit-event.ts";
import { officeToday, officeZone } from "../portal/office-time.ts";
import type { Portal } from "../portal/portal.ts";
import { LookupNumber } from "../records/look-up-record.ts";
import { noteNews } from "../sealed/sealed-holder.ts";
import { changeSettingsRow, settingsId } from "../settings/change-settings.ts";

/**
 * Tells visitors from now on that the number stands on false papers, whether or not a record has it. An earlier mark of the
 * number ends. Under the four-eyes rule it waits for a second admin.
 */
export async function markFalseNumber(portal: Portal, actor: Actor, form: unknown): Promise<void> {
  authorize(mayMarkNumbers(actor), actor);
  const { number, reason, until } = parseFalseNumber(form, officeToday(portal));
  const looked = new LookupNumber(portal, number);
  if (looked.canonical === null) throw new PortalError("invalid", { fields: { number: "number-format" } });
  const mark = { number, counted: looked.canonical, reason, until, by: actorId(actor) };
  const subject = looked.logHash.toString("hex");
  await changeSettingsRow(portal, actor, undefined, async (locked) => {
    const held = await holdForSecondAdmin(locked, actor, { kind: "false-number", subject, number, reason, until });
    if (held) return held;
    const { within, writer } = locked;
    const earlier = (await markedHere(within, writer)).filter(({ counted }) => counted === mark.counted);
    for (const { id } of earlier) await deleteRow(writer, "false_number", id);
    await insertMark(within, writer, mark);
    await tellHoldersOf(within, writer, looked);
    await logMark(within, writer, actor, { action: "number-marked", mark });
    return undefined;
  });
  await afterCommit(portal, readFalseNumbers);
}

async function insertMark(portal: Portal, writer: Writer, mark: StoredFalseNumber): Promise<void> {
  const row = { id: randomUUID(), registry: portal.registry, marked_at: portal.now() };
  const ends_at = startOfDay(officeZone(portal), mark.until, 1);
  await insertRow(writer, "false_number", {
    ...row,
    ends_at,
    ...sealedFalseNumber.sealColumns(portal.keyring, row, mark),
  });
}

/** The holder of a record with this number may object, so they are told. */
async function tellHoldersOf(portal: Portal, writer: Writer, number: LookupNumber): Promise<void> {
  const records = await recordsWithNumbers(writer, number.passportIndexes, number.secondIndexes);
  const ids = records.map(({ id }) => id);
  for (const holder of await holdersOfRecords(portal.database, writer, ids))
    await noteNews(portal, writer, holder, ["false-papers"]);
}

/** What the audit log says of a mark that cannot be opened. */
const damagedMark = { counted: "?", reason: "?", until: "?" };

/** True if staff have marked the number that somebody typed. */
export const isNumberOnFalsePapers = (portal: Portal, number: string): boolean =>
  isOnFalsePapers(portal, new LookupNumber(portal, number).logHash);

/** Ends a mark at once, also one that cannot be opened. */
export async function endFalseNumber(portal: Portal, actor: Actor, { id }: { id: string }): Promise<void> {
  authorize(mayMarkNumbers(actor), actor);
  await changeSettingsRow(portal, actor, undefined, async ({ within, writer }) => {
    const row = presentRow(portal, await rowForChange(within.database, writer, "false_number", id));
    const mark = openedOrNull(() => sealedFalseNumber.openRow(portal.keyring, row)) ?? damagedMark;
    await deleteRow(writer, "false_number", id);
    await logMark(within, writer, actor, { action: "number-mark-ended", mark });
  });
  await afterCommit(portal, readFalseNumbers);
}

type LoggedMark = {
  action: "number-marked" | "number-mark-ended";
  mark: Pick<StoredFalseNumber, "counted" | "reason" | "until">;
};

/** Under the key of the settings: who marked a number, and why, stays known when the mark has ended. */
async function logMark(portal: Within<Portal>, writer: Writer, actor: Actor, { action, mark }: LoggedMark) {
  const { counted, reason, until } = mark;
  const details = detailsOfChange({}, { numberEnding: endingOf(counted), reason, until });
  const event = { actor, action, subject: "settings", subjectId: settingsId, details } as const;
  await logAuditEvent(portal, writer, event, await keyOfSettings(portal));
}

/** Returns the marks that have not ended, the newest first, with the names of those who made them. */
export async function listFalseNumbers(portal: Portal, actor: Actor) {
  authorize(mayMarkNumbers(actor), actor);
  const { read } = portal.database;
  const marks = (await markedHere(portal, read)).filter(({ endsAt }) => endsAt > portal.now());
  const names = await namesById(
    read,
    marks.map(({ by }) => by),
  );
  return marks.map(({ by, ...mark }) => ({ ...mark, markedBy: names.get(by) ?? "" }));
}

/** Returns the marks that cannot be opened. They tell visitors nothing, and can be ended. */
export async function listDamagedMarks(portal: Portal, actor: Actor) {
  authorize(mayMarkNumbers(actor), actor);
  const rows = (await falseNumberRows(portal.database.read)).filter(({ registry }) => registry === portal.registry);
  return rows
    .filter((row) => openedOrNull(() => openMark(portal, row)) === null)
    .map(({ id, marked_at, ends_at }) => ({ id, markedAt: marked_at, endsAt: ends_at }));
}

const markedHere = async (portal: Portal, reader: Parameters<typeof falseNumberRows>[0]) =>
  (await falseNumberRows(reader))
    .filter(({ registry }) => registry === portal.registry)
    .flatMap((row) => openedOrNull(() => openMark(portal, row)) ?? []);

export const openMark = ({ keyring }: Portal, row: FalseNumberRow) => ({
  ...sealedFalseNumber.openRow(keyring, row),
  id: row.id,
  markedAt: row.marked_at,
  endsAt: row.ends_at,
});

export const deleteEndedMarks = ({ database, now }: Portal): Promise<void> =>
  database.write((writer) => deleteFalseNumbersEndedBefore(writer, now()));
