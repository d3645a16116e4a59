import { isCounted } from "#verify/policy.ts";
import { ownParts, paperParts, type SettingsDetails } from "#core/audit/audit-details.ts";
import { detailsOfChange, detailsOfEnded } from "#core/audit/audit-event.ts";
import { type FieldProblem, isPortalError, PortalError } from "#core/errors.ts";
import { linesOf } from "#core/settings/log-settings.ts";
import { documentKinds } from "#core/records/document-kinds.ts";
import { keepsSpelling } from "#core/records/numbers.ts";
import { isFieldName } from "#core/records/record-fields.ts";
import { partsOfSecond, type SecondNumber } from "#core/records/second-number.ts";
import { kindsWithLastDay } from "#core/records/last-days.ts";
import { withoutOff, withWaiting } from "#core/settings/switched-kinds.ts";
import {
  type Declared,
  haveSameNames,
  keepsOwn,
  keepsOwnFields,
  labelsOf,
  ownShownAnew,
  usedOf,
  withDeletions,
} from "#core/own-fields/own-field.ts";
import { changesDays, searchedAmong } from "#core/own-fields/own-paper.ts";
import { parseVerifierKey, type Verifier } from "#sealing/note-signatures.ts";
import { latestDay } from "#core/office-clock.ts";
import type { Language } from "#core/settings/languages.ts";
import { touchesSafeguards } from "#core/settings/safeguards.ts";
import { parseSettings, type Settings } from "#core/settings/settings.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { authorize, mayChangeSettings, requireRecentProof } from "#core/accounts/permissions.ts";
import { type PageText, parsePageText, type TextPage, type Texts } from "#core/texts/page-text.ts";
import { deleteKeysWithoutFactor } from "#storage/database/accounts/api-keys.ts";
import { deleteAllHeld } from "#storage/database/accounts/held-changes.ts";
import { personWithRole } from "#storage/database/accounts/roles.ts";
import type { Writer } from "#storage/database/database.ts";
import { endOwnIndex, fillOwnIndexAnew, findLastDaysAnew } from "#storage/database/records/own-index.ts";
import { updateRow } from "#storage/database/rows.ts";
import { afterCommit, type Within } from "#storage/database/transaction.ts";
import { settingsForChange, type SettingsRow } from "#storage/database/settings.ts";
import { logAuditEvent } from "../portal/log-audit-event.ts";
import { Held, holdForSecondAdmin, logHeld, needsSecond, openHeld, throwIfHeld } from "../held-changes/hold-change.ts";
import {
  changeLocked,
  type Entity,
  type Locked,
  refuseStale,
  type Changed,
  type ChangeTarget,
} from "../portal/locked-change.ts";
import { originOf } from "../signing/begin-tree.ts";
import { accountMails } from "../mails/account-mails.ts";
import type { Portal } from "../portal/portal.ts";
import {
  currentSettings,
  keyOfSettings,
  sealSettings,
  settingsIn,
  versionedSettings,
} from "../portal/current-settings.ts";
import { allWaiting, endHeldOf, holdAll, untilThen, waitingKinds } from "./waiting-changes.ts";

export const settingsId = "settings";

export const settingsEntity: Entity<SettingsRow> = {
  subject: "settings",
  async lock({ database }, writer) {
    const row = await settingsForChange(database, writer);
    if (!row) throw new Error("the settings row is missing");
    return row;
  },
};

const verifierIn = (line: string) => parseVerifierKey(line.split(/\s/, 1)[0] ?? "");

/** Each with a key and a name of its own, which is not one of the log's. A line of ML-DSA may stay, and none is added. */
const areWitnesses = (portal: Portal, witnesses: string, before: string) => {
  const [lines, stored] = [linesOf(witnesses), linesOf(before)];
  const keys = lines.map(verifierIn);
  const different = keys.flatMap((key) => (key ? [key.name, Buffer.from(key.publicKey).toString("hex")] : []));
  const isOfLog = (name: string) => `${name}/`.startsWith(`${originOf(portal, 1)}/`);
  const isRight = (key: Verifier | null, at: number) =>
    key && !isOfLog(key.name) && (isCounted(key) || stored.includes(lines[at] ?? ""));
  return new Set(different).size === 2 * keys.length && keys.every(isRight);
};

type SettingsChange = Omit<ChangeTarget, "id"> & {
  change: Partial<Settings>;
  /** True if no number of a record would be spelt in another way by the new form (change-second-number.ts). */
  areNumbersCompared?: true;
};

type SettingsChanged = Changed & { version: number };

/** Under the four-eyes rule, ending the rule, showing more of records and less strict settings wait for a second admin. */
export async function changeSettings(
  portal: Portal,
  actor: Actor,
  { change: asked, expectedVersion, areNumbersCompared }: SettingsChange,
): Promise<SettingsChanged> {
  authorize(mayChangeSettings(actor), actor);
  const present = await currentSettings(portal);
  const change = (asked.ownFields ?? asked.ownPapers ?? asked.secondNumber) ? withOwnParsed(asked, present) : asked;
  if (touchesSafeguards(change) || showsMore(present, change)) requireRecentProof(actor);
  if (change.log && !areWitnesses(portal, change.log.witnesses, present.log.witnesses)) {
    throw new PortalError("invalid", { fields: { "log.witnesses": "witness-format" } });
  }
  if (change.ownFields ?? change.ownPapers) await checkOwnLabels(change, present);
  if (change.secondNumber) await checkSecondName(change.secondNumber, change, present);
  if (change.secondNumber && !areNumbersCompared) refuseNarrower(change.secondNumber, present);
  const saveWith = (hold: typeof holdForSecondAdmin) =>
    changeSettingsRow<SettingsChanged>(portal, actor, expectedVersion, async (locked) => {
      const { within, writer, settings: row } = locked;
      const before = settingsIn(within, row);
      const waiting = needsSecond(actor) ? allWaiting(before, change) : [];
      // What takes effect now ends older changes, and none of those that begin to wait.
      const applied = await applySettings(within, writer, row, actor, untilThen(before, change, waiting));
      return (await holdAll(locked, actor, waiting, hold)) ?? applied;
    });
  try {
    return await saveWith(holdForSecondAdmin);
  } catch (error) {
    // The other fields are saved, as they are while these changes wait.
    const waits = new Held(0);
    if (isPortalError(error) && error.id === "asked-too-often")
      await saveWith(async () => waits).catch(throwUnlessHeld);
    throw error;
  }
}

/** What is asked for and what waits are compared and shown as they would be stored. */
function withOwnParsed(change: Partial<Settings>, before: Settings): Partial<Settings> {
  const { ownFields, ownPapers, secondNumber } = parseSettings({ ...before, ...change });
  return {
    ...change,
    ...(change.ownFields && { ownFields }),
    ...(change.ownPapers && { ownPapers }),
    ...(change.secondNumber && { secondNumber }),
  };
}

function showsMore(before: Settings, { ownFields = [], ownPapers = [] }: Partial<Settings>): boolean {
  return [ownShownAnew(before.ownFields, ownFields), ownShownAnew(before.ownPapers, ownPapers)].flat().length > 0;
}

/**
 * No field takes the name of one that the program has, no paper that of a kind of the program, and neither the name of the
 * other: imports could not tell their columns apart. Names that stay are not checked again: a later version knows more
 * headings.
 */
async function checkOwnLabels(change: Partial<Settings>, before: Settings): Promise<void> {
  const { ownFields, ownPapers, secondNumber = before.secondNumber } = change;
  const { isOfRecord, namesOther, recognise } = await import("#core/imports/recognise-heading.ts");
  const { isTitleOfKind } = await import("#i18n/document-titles.ts");
  // While another name waits, the present one is still read.
  const isIrccFree = namesOther(before.secondNumber) && namesOther(secondNumber);
  const { saysWhatProgramSays } = await import("#i18n/words-of-program.ts");
  const problems = [
    ...takenAmong(
      "ownFields",
      { before, change: ownFields ?? [], others: [...usedOf(ownPapers ?? before.ownPapers), secondNumber] },
      (label) => isOfRecord(label) && !(isIrccFree && recognise(label) === "irccNumber"),
      saysWhatProgramSays,
    ),
    ...takenAmong(
      "ownPapers",
      { before, change: ownPapers ?? [], others: [...usedOf(ownFields ?? before.ownFields), secondNumber] },
      isTitleOfKind,
      saysWhatProgramSays,
    ),
  ];
  if (problems.length > 0) throw new PortalError("invalid", { fields: Object.fromEntries(problems) });
}

type Named = Pick<Declared, "labels">;

function refuseNarrower({ form }: SecondNumber, before: Settings): void {
  if (!keepsSpelling(before.secondNumber.form, form))
    throw new PortalError("invalid", { fields: { "secondNumber.form": "numbers-kept" } });
}

/** Refuses a name that means something else. */
async function checkSecondName(wanted: SecondNumber, change: Partial<Settings>, before: Settings): Promise<void> {
  const { namesOther, recognise } = await import("#core/imports/recognise-heading.ts");
  const { isTitleOfKind } = await import("#i18n/document-titles.ts");
  const others = usedOf<Declared>([
    ...(change.ownFields ?? before.ownFields),
    ...(change.ownPapers ?? before.ownPapers),
  ]);
  const taken = new Set(others.flatMap(labelsOf));
  const isIrccs = (label: string) => recognise(label) === "irccNumber";
  const takesIrccs = namesOther(before.secondNumber) && !namesOther(wanted);
  const meansOther = (label: string) => {
    const meaning = recognise(label) ?? "";
    return isTitleOfKind(label) || (meaning !== "irccNumber" && isFieldName(meaning));
  };
  const isRenamed = !haveSameNames(before.secondNumber, wanted);
  const isTaken =
    Object.values(wanted.labels).some(meansOther) ||
    labelsOf(wanted).some((label) => taken.has(label)) ||
    (takesIrccs && others.some(({ labels }) => Object.values(labels).some(isIrccs)));
  const { saysWhatProgramSays } = await import("#i18n/words-of-program.ts");
  const isSaid = Object.values(wanted.labels).some(saysWhatProgramSays);
  if (isRenamed && (isTaken || isSaid))
    throw new PortalError("invalid", { fields: { "secondNumber.labels": isTaken ? "sent-twice" : "of-program" } });
}

function takenAmong(
  setting: "ownFields" | "ownPapers",
  { before, change, others }: { before: Settings; change: readonly Declared[]; others: readonly Named[] },
  isOfProgram: (label: string) => boolean,
  saysOfProgram: (label: string) => boolean,
): [field: string, FieldProblem][] {
  const taken = new Set(others.flatMap(labelsOf));
  return change.flatMap((own, at) => {
    const isTaken = Object.values(own.labels).some(isOfProgram) || labelsOf(own).some((label) => taken.has(label));
    const stays = usedOf<Declared>(before[setting]).some((was) => was.id === own.id && haveSameNames(was, own));
    const isSaid = Object.values(own.labels).some(saysOfProgram);
    if (own.isRemoved || stays || !(isTaken || isSaid)) return [];
    return [[`${setting}.${at}.labels`, isTaken ? "sent-twice" : "of-program"]];
  });
}

function throwUnlessHeld(error: unknown): void {
  if (!isPortalError(error) || error.id !== "waits") throw error;
}

type LockedSettings = Omit<Locked<SettingsRow>, "row"> & { settings: SettingsRow };

/** Changes the row of the settings. Throws if `work` has held the change for a second admin. */
export async function changeSettingsRow<Result>(
  portal: Portal,
  actor: Actor,
  expectedVersion: ChangeTarget["expectedVersion"],
  work: (locked: LockedSettings) => Promise<Result | Held>,
): Promise<Result> {
  const target = { id: settingsId, expectedVersion };
  return throwIfHeld(
    await changeLocked(portal, actor, settingsEntity, target, ({ row, ...locked }) =>
      work({ ...locked, settings: row }),
    ),
  );
}

/** Refuses a day in the future: nothing can have been checked on it yet. */
export async function changeDate(portal: Portal, actor: Actor, dateValue: string): Promise<SettingsChanged> {
  authorize(mayChangeSettings(actor), actor);
  if (isDay(dateValue) && dateValue > latestDay(portal.now())) {
    throw new PortalError("invalid", { fields: { dateValue: "day-to-come" } });
  }
  return changeSettings(portal, actor, { change: { dateValue } });
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** For a transaction that has locked the row and authorized the actor. */
export async function applySettings(
  portal: Within<Portal>,
  writer: Writer,
  row: SettingsRow,
  actor: Actor,
  change: Partial<Settings>,
): Promise<SettingsChanged> {
  const before = settingsIn(portal, row);
  const dateIsSet = before.dateIsSet || change.dateValue !== undefined;
  const parsed = parseSettings({ ...before, dateIsSet, ...change });
  const ownFields = withDeletions(before.ownFields, parsed.ownFields);
  const ownPapers = withDeletions(before.ownPapers, parsed.ownPapers);
  const under = { within: portal, writer, settings: row };
  const { kindsOff } = withWaiting(before, parsed, await waitingKinds(under));
  const after = withoutOff({ ...parsed, ownFields, ownPapers, kindsOff });
  if (!keepsOwnFields(before.ownFields, after.ownFields)) throw new PortalError("stale");
  if (!keepsOwn(before.ownPapers, after.ownPapers)) throw new PortalError("stale");
  const details = detailsOfChange<SettingsDetails>(withFlatTexts(before), withFlatTexts(after));
  if (Object.keys(details).length === 0) return { modified: 0, version: row.version };
  const version = row.version + 1;
  if (before.fourEyes && !after.fourEyes) await deleteAllHeld(writer);
  const ended = await endHeldOf(under, before, after);
  await endOwnIndex(writer, [...searchedIn(before).difference(searchedIn(after))]);
  await fillOwnIndexAnew(writer, [...searchedIn(after).difference(searchedIn(before))]);
  if (changesDays(before, after, kindsWithLastDay)) await findLastDaysAnew(writer);
  const key = await keyOfSettings(portal);
  if (before.secondFactor !== "required" && after.secondFactor === "required")
    await endKeys(portal, writer, actor, key);
  await updateRow(writer, "settings", settingsId, sealSettings(key, after, { version, changed_at: portal.now() }));
  const event = { actor, action: "settings-changed", subject: "settings", subjectId: settingsId, details } as const;
  await logAuditEvent(portal, writer, event, key);
  for (const held of ended)
    await logHeld(under, actor, "change-refused", openHeld(portal.keyring, held), held.asked_by);
  // So that this process writes its next page in the zone that was set.
  await afterCommit(portal, currentSettings);
  return { modified: 1, version };
}

const searchedIn = (settings: Settings) => new Set(searchedAmong(settings).map(({ id }) => id));

/** Ends the API keys of everybody without a second factor for ever, and tells their owners. */
async function endKeys(portal: Within<Portal>, writer: Writer, actor: Actor, key: Buffer): Promise<void> {
  const counts = Map.groupBy(await deleteKeysWithoutFactor(writer), (owner) => owner);
  for (const [subjectId, { length: apiKeys }] of counts) {
    const owner = await personWithRole(writer, subjectId);
    if (owner) await accountMails(portal).factorsChanged(owner, "api-keys-ended");
    const event = { actor, action: "api-key-revoked", subject: "staff", subjectId } as const;
    await logAuditEvent(portal, writer, { ...event, details: detailsOfEnded({ apiKeys }) }, key);
  }
}

/**
 * Gives each text and each of the operator's fields and papers its own field, so that a change of one does not log the others, which are
 * long. For the logo, only its hash.
 */
function withFlatTexts({
  texts,
  logo,
  ownFields,
  ownPapers,
  secondNumber,
  kindsOff,
  ...others
}: Settings): Partial<SettingsDetails> {
  const off = documentKinds.filter((kind) => kindsOff[kind]);
  const flat: Partial<SettingsDetails> = {
    ...others,
    ...partsOfSecond(secondNumber),
    logo: logo?.hash ?? "",
    kindsOff: off,
  };
  for (const [page, inLanguages] of Object.entries(texts))
    for (const [language, text] of Object.entries(inLanguages)) flat[`texts.${page}.${language}`] = text;
  for (const { id, labels, hints, isSearched = false, ...field } of ownFields) {
    const parts = { ...field, ...deletionOf(field), isSearched, labels: joined(labels), hints: joined(hints) };
    for (const part of ownParts) flat[`ownFields.${id}.${part}`] = parts[part];
  }
  for (const { id, labels, onPages, isSearched = false, ...paper } of ownPapers) {
    const parts = { ...paper, ...deletionOf(paper), isSearched, labels: joined(labels), onPages: onPages.join(" ") };
    for (const part of paperParts) flat[`ownPapers.${id}.${part}`] = parts[part];
  }
  flat["ownFields.order"] = orderOf(ownFields);
  flat["ownPapers.order"] = orderOf(ownPapers);
  return flat;
}

/** Most fields and papers never have these two: nothing is logged of them then. */
const deletionOf = ({ emptied, isEmptying }: Pick<Declared, "emptied" | "isEmptying">) => ({
  isEmptying: isEmptying ? true : undefined,
  emptied: emptied?.records,
});

const orderOf = (all: readonly Declared[]) =>
  usedOf(all)
    .map(({ id }) => id)
    .join(" ");

const joined = (texts: object) => Object.values(texts).join(" / ");

type TextTarget = { page: TextPage; language: Language; expectedVersion: number };

/** Replaces the text of a page by the operator's own. A text that equals the delivered one is not stored. */
export async function changeText(portal: Portal, actor: Actor, target: TextTarget, input: unknown) {
  authorize(mayChangeSettings(actor), actor);
  const text = parsePageText(input);
  const { deliveredText } = await import("#i18n/page-texts.ts");
  return storeText(portal, actor, target, isSame(text, deliveredText(target.page, target.language)) ? null : text);
}

/** Shows the delivered text of a page again. From then on, the page shows what later versions deliver. */
export async function resetText(portal: Portal, actor: Actor, target: TextTarget): Promise<SettingsChanged> {
  authorize(mayChangeSettings(actor), actor);
  return storeText(portal, actor, target, null);
}

async function storeText(
  portal: Portal,
  actor: Actor,
  { page, language, expectedVersion }: TextTarget,
  text: PageText | null,
): Promise<SettingsChanged> {
  const { settings, version } = await versionedSettings(portal);
  refuseStale({ version }, expectedVersion);
  const { [language]: _, ...others } = settings.texts[page] ?? {};
  const ofPage = text ? { ...others, [language]: text } : others;
  const { [page]: __, ...elsewhere } = settings.texts;
  const texts: Texts = Object.keys(ofPage).length > 0 ? { ...elsewhere, [page]: ofPage } : elsewhere;
  return changeSettings(portal, actor, { change: { texts }, expectedVersion });
}

const isSame = (one: PageText, other: PageText) => one.title === other.title && one.body === other.body;
