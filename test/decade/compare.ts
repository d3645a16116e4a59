import { isDeepStrictEqual } from "node:util";
import { system } from "#core/accounts/actor.ts";
import { isPortalError } from "#core/errors.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { isHeldBack } from "#core/records/visibility.ts";
import { verifyErasures } from "#operations/backups/verify-erasures.ts";
import { openImage, type ImageViewer } from "#operations/shown-images/open-image.ts";
import { sweepAllImages } from "../support/sweep-images.ts";
import { verifyLog } from "#operations/log/verify-log.ts";
import { askForRecord } from "#operations/lookups/ask-for-record.ts";
import { publicKeys } from "#operations/signing/signing-keys.ts";
import { verifyStatements } from "#operations/proofs/verify-statements.ts";
import { rowsWithNumber } from "#operations/records/duplicate-numbers.ts";
import { publicView } from "#operations/records/look-up-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { readNext, readRecord } from "#operations/records/read-record.ts";
import { readRetention } from "#operations/retention/keep-record.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { verifyAudit, verifyImages, verifyLookupLog, verifyRecords, verifyStates } from "#operations/upkeep/verify.ts";
import { heldRows } from "#storage/database/accounts/held-changes.ts";
import { fillIndex } from "../support/own-fields.ts";
import { answerFor, signedReceipt } from "#verify/lookup-receipt.ts";
import { canBeChecked } from "./model/desk.ts";
import { retentionOf } from "./model/retention.ts";
import { asKept, filesOf, next, stateOf as approvalIn } from "./model/revisions.ts";
import {
  day,
  documentFacts,
  type Entry,
  isShown,
  linkOpens,
  mayRead,
  type Name,
  names,
  shownDocuments,
  type Site,
  signedIn,
  strangerSees,
  Refused,
} from "./model/site.ts";
import { fileText, fullName, fullNames, ircc, kindsOfFacts, numbersGiven, ownText, passport } from "./steps/step.ts";
import { clock, type RealSite } from "./real-site.ts";
import { statedKinds } from "./stated-kinds.ts";
import { deskAddress, mailboxOf, mailTo } from "./world.ts";

/** The site answers somebody otherwise than the model says, or breaks what must always hold. */
export class Differs extends Error {}

function expectSame(what: string, real: unknown, model: unknown): void {
  if (isDeepStrictEqual(real, model)) return;
  throw new Differs(`${what}: the site says ${JSON.stringify(real)}, and should say ${JSON.stringify(model)}`);
}

/** After each step, everybody asks. `turn` chooses the member of the staff whose turn it is to read every record. */
export async function compareAnswers(real: RealSite, model: Site, turn: number): Promise<void> {
  // A job reads the settings each second.
  await currentSettings(real.portal);
  await learnIds(real, model);
  await asStrangers(real, model);
  await asLinkHolders(real, model);
  await asMember(real, model, names[turn % names.length] ?? "Ada");
  await asPrograms(real, model);
  await compareRuns(real, model);
  const arrived = model.outside.arrived.map(({ to, numbers }) =>
    mailTo(
      to === "desk" ? deskAddress : mailboxOf(to),
      numbers.map((number) => passport(number).slice(-3)),
    ),
  );
  expectSame("the mails that arrived", real.world.arrived.toSorted(), arrived.toSorted());
}

/** Everybody asks, and the history is read. For a step that may have had one of two effects. */
export async function compareAll(real: RealSite, model: Site): Promise<void> {
  for (const turn of names.keys()) await compareAnswers(real, model, turn);
  await compareTrails(real, model);
  const idOf = (name: Name | null) => (name === null ? "" : real.accounts[name]);
  const held = (await heldRows(real.portal, real.portal.database.read)).map(
    // The subjects of these kinds are the list of what would be shown, and the field.
    ({ asked_by: by, kind, subject }) =>
      `${by} ${kind} ${/shown-kinds|shown-papers|own-values/.test(kind) ? "" : subject}`,
  );
  const expected = model.held.map(({ askedBy, kind, subject }) => `${idOf(askedBy)} ${kind} ${idOf(subject)}`);
  expectSame("what waits for a second admin", held.toSorted(), expected.toSorted());
}

/** Records that an import added, or an add whose answer nobody got, are known by their numbers. */
async function learnIds(real: RealSite, model: Site): Promise<void> {
  for (const entry of model.entries) {
    if (real.records.has(entry.id)) continue;
    const [row] = await rowsWithNumber(real.portal, passport(entry.passport));
    if (!row) throw new Differs(`the site has no record with number ${entry.passport}`);
    real.records.set(entry.id, row.id);
  }
}

async function asStrangers({ portal }: RealSite, model: Site): Promise<void> {
  for (let number = 0; number < numbersGiven; number += 1) {
    for (const [by, typed] of [
      ["passport", passport(number)],
      ["ircc", ircc(number)],
    ] as const) {
      for (const knowsName of model.policy === "guarded" ? [true, false] : [false]) {
        const entry = model.entries.find((one) => one[by] === number);
        const name = knowsName ? fullNames[entry?.name ?? 0] : undefined;
        const visitor = { address: "198.51.100.7", channel: "api" } as const;
        const outcome = await askForRecord(portal, { by: by === "ircc" ? "either" : by, number: typed, name }, visitor);
        const seen =
          outcome.kind === "found" ? { ...factsOf(outcome.record), documents: documentsOf(outcome.record) } : null;
        const expected = strangerSees(model, by, number, knowsName ? (entry?.name ?? 0) : null);
        const shown = expected && { ...factsIn(expected), documents: shownDocuments(model, expected) };
        expectSame(`a stranger asks for ${typed}${knowsName ? " by name" : ""}`, seen, shown);
      }
    }
  }
}

type Shown = { documents: Partial<CandidateRecord["documents"]>; papers: readonly { id: string }[] };

const documentsOf = ({ documents, papers }: Shown) =>
  documentFacts.filter((fact) =>
    fact === "file" ? documents.visaPaper !== undefined : papers.some(({ id }) => id === kindsOfFacts[fact]),
  );

const documentsIn = ({ documents }: Pick<CandidateRecord, "documents">) =>
  documentFacts.filter((fact) => documents[kindsOfFacts[fact]] !== undefined);

/** Whoever has a link to a file that was ever published: they get its bytes, or nothing. */
async function asLinkHolders(real: RealSite, model: Site): Promise<void> {
  const { grantImages } = publicView(real.portal, await currentSettings(real.portal));
  for (const { id: file, of: entry } of model.outside.files) {
    const opened = await openFile(real, file, { grant: grantImages(real.records.get(entry) ?? "") });
    expectSame(
      `who has a link to the file ${file} opens`,
      opened,
      linkOpens(model, file) ? fileText(file) : "not-found",
    );
  }
}

async function openFile({ portal, files }: RealSite, file: number, viewer: ImageViewer): Promise<string> {
  try {
    using opened = await openImage(portal, { page: files.get(file) ?? "", size: "reading", viewer });
    return opened.bytes.toString();
  } catch (error) {
    return refusalOf(error);
  }
}

type Facts = { passportNumber: string; irccNumber: string; name: string };

const factsOf = ({ passportNumber, irccNumber, name }: Facts): Facts => ({ passportNumber, irccNumber, name });
const factsIn = (entry: Entry): Facts => ({
  passportNumber: passport(entry.passport),
  irccNumber: ircc(entry.ircc),
  name: fullNames[entry.name] ?? "",
});

const refusalOf = (error: unknown): string => {
  if (isPortalError(error) && error.status < 500) return error.id;
  throw error;
};

async function asMember(real: RealSite, model: Site, name: Name): Promise<void> {
  const { role, isGone, isSuspended } = model.members[name];
  const actor = await real.actor({ name }).catch(refusalOf);
  if (typeof actor === "string") return expectSame(`${name} signs in`, true, isGone || isSuspended);
  expectSame(`${name} is signed in as`, actor.role, isGone || isSuspended ? null : role);
  for (const entry of model.entries) {
    const id = real.records.get(entry.id) ?? "";
    const read = await readRecord(real.portal, actor, id).catch(refusalOf);
    const state =
      typeof read === "string"
        ? read
        : { ...stateOf(read, real), next: nextOf(await readNext(real.portal, actor, id)) };
    const refusal = role === "student" ? "not-allowed" : "not-found";
    const expected = mayRead(model, name, entry) ? { ...stateIn(entry), next: nextIn(asKept(model, entry)) } : refusal;
    expectSame(`${name} reads record ${entry.id}`, state, expected);
    if (typeof read === "string") continue;
    const told = await readRetention(real.portal, actor, read.id);
    const kept = told && { deletedFrom: told.deletedFrom, keptUntil: told.keptUntil };
    expectSame(`${name} is told of the end of record ${entry.id}`, kept, retentionOf(model, entry));
  }
  for (const { id: file } of model.outside.files) {
    const mayOpen = model.entries.some((entry) => filesOf(entry).includes(file) && mayRead(model, name, entry));
    const opened = await openFile(real, file, { actor });
    expectSame(`${name} opens the file ${file}`, opened, mayOpen ? fileText(file) : "not-found");
  }
}

type Read = Awaited<ReturnType<typeof readRecord>>;

const stateOf = (record: Read, { accounts }: RealSite) => ({
  ...factsOf(record),
  approval: record.approval,
  hidden: record.hidden,
  hasReason: record.returnReason !== "",
  version: record.version,
  addedBy: nameOf(accounts, record.addedBy),
  assignedTo: record.assignedTo === null ? null : nameOf(accounts, record.assignedTo),
  documents: documentsIn(record),
  heldBack: documentFacts.filter((fact) => isHeldBack(record, kindsOfFacts[fact])),
  own: record.own["f1"] ?? "",
});

const stateIn = (entry: Entry) => ({
  ...factsIn(entry),
  approval: entry.approval,
  hidden: entry.isHidden,
  hasReason: entry.hasReason,
  version: entry.version,
  addedBy: entry.addedBy,
  assignedTo: entry.assignedTo,
  documents: documentFacts.filter((fact) => entry[fact] !== null),
  heldBack: documentFacts.filter((fact) => entry.heldBack.includes(fact)),
  own: ownText(entry.own),
});

/** The record as its next approval will publish it. */
const nextOf = (record: Read) => ({
  ...factsOf(record),
  approval: record.approval,
  hasReason: record.returnReason !== "",
  documents: documentsIn(record),
  own: record.own["f1"] ?? "",
});

const nextIn = (entry: Entry) => ({
  ...factsIn({ ...entry, ...next(entry) }),
  approval: approvalIn(entry),
  hasReason: entry.revision ? entry.revision.hasReason : entry.hasReason,
  documents: documentFacts.filter((fact) => next(entry)[fact] !== null),
  own: ownText(next(entry).own),
});

const nameOf = (accounts: RealSite["accounts"], id: string) => names.find((name) => accounts[name] === id) ?? id;

/** A key that ended opens nothing again, whatever happens to its owner. */
async function asPrograms(real: RealSite, model: Site): Promise<void> {
  for (const { id: key, of: name } of model.outside.keys) {
    if (!real.keys.has(key)) continue;
    const works = await real.actor({ name, key }).then(
      () => true,
      () => false,
    );
    expectSame(`the key ${key} of ${name} works`, works, isSignedIn(model, name, key));
  }
}

function isSignedIn(model: Site, name: Name, key: number): boolean {
  try {
    signedIn(model, { name, key });
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

async function compareRuns(real: RealSite, model: Site): Promise<void> {
  const { read } = real.portal.database;
  const runs = await read.selectFrom("bulk_run").select(["id", "state", "kind", "undoes"]).execute();
  for (const run of model.runs) {
    const there = runs.find(({ id, undoes }) =>
      real.runs.has(run.id)
        ? id === real.runs.get(run.id)
        : run.undoes !== null && undoes === real.runs.get(run.undoes),
    );
    if (!there) throw new Differs(`the site has no run ${run.id}`);
    real.runs.set(run.id, there.id);
    const items = await read
      .selectFrom("bulk_item")
      .select("outcome")
      .where("run_id", "=", there.id)
      .orderBy("seq")
      .execute();
    const expected = run.state === "checking" ? [] : run.items.map(({ outcome }) => outcome);
    expectSame(
      `the run ${run.id}`,
      [there.kind, there.state, items.map(({ outcome }) => outcome)],
      [run.kind, run.state, expected],
    );
  }
}

/** What must hold whatever happened, and what the history says of each record that ever was. */
export async function compareHistory(real: RealSite, model: Site): Promise<void> {
  const { portal } = real;
  await compareAll(real, model);
  real.world.store = "works";
  clock.now += 2 * day;
  await sweepAllImages(portal);
  const files = await portal.database.read.selectFrom("image").select("state").execute();
  const ofRecords = model.entries.flatMap((entry) => [...new Set(filesOf(entry))]).map(() => "kept");
  expectSame(
    "a day later, the files are",
    files.map(({ state }) => state),
    ofRecords,
  );
  const problems: string[] = [];
  const onBroken = (problem: string) => void problems.push(problem);
  const breaks = { audit: (await verifyAudit(portal)).brokenAt, lookups: (await verifyLookupLog(portal)).brokenAt };
  await verifyRecords(portal, { onBroken });
  await verifyLog(portal, { onBroken });
  problems.push(...(await verifyStates(portal)).map(String));
  const { broken, orphans } = await verifyImages(portal);
  const whole = { breaks: { audit: null, lookups: null }, problems: [], broken: [], orphans: [] };
  expectSame("what must always hold", { breaks, problems, broken, orphans }, whole);
  await expectSeen("a lost deletion", model.outside.lacksDeletion, (seen) =>
    verifyErasures(portal, { onBroken: seen }),
  );
  await expectSeen("a forged statement", model.outside.isForged, (seen) =>
    verifyStatements(portal, { onBroken: seen }),
  );
  if (!model.outside.isForged) await compareStatements(real, model);
  await compareReceipts(real, model);
  await compareSearches(real, model);
}

/** Each receipt that was ever given, with the keys that the site publishes now. */
async function compareReceipts({ portal, receipts }: RealSite, model: Site): Promise<void> {
  const { keys } = await publicKeys(portal, portal.database.read, "statement");
  for (const [at, { token, disclosures }] of receipts.entries()) {
    const receipt = await signedReceipt(token, keys);
    const said = receipt && (await Promise.all(disclosures.map((disclosure) => answerFor(receipt, disclosure))));
    const given = model.outside.receipts[at];
    const expected = given?.answers.map(({ asked: { number, name }, ...shown }) => ({
      asked: { number: passport(number), name: fullName(name) },
      ...shown,
    }));
    const found = said?.map((one) => ({
      asked: one?.asked,
      published: one?.answer.outcome === "shown" ? one.answer.published : null,
      hasDocument: one?.answer.outcome === "shown" && one.answer.documents.includes("visaPaper"),
    }));
    expectSame(`the receipt ${at + 1} says`, found ?? null, given && canBeChecked(model, given) ? expected : null);
  }
}

/** What somebody did to the data is found, and nothing else. */
async function expectSeen(
  what: string,
  isThere: boolean,
  verify: (seen: (problem: string) => void) => Promise<unknown>,
) {
  const problems: string[] = [];
  await verify((problem) => void problems.push(problem));
  expectSame(`verify sees ${what}`, isThere ? problems.length > 0 : problems, isThere ? true : []);
}

const inOrder = (ids: readonly string[]) => ids.toSorted((one, other) => (one < other ? -1 : 1));

/** Statements stand of exactly the records that strangers see. */
async function compareStatements({ portal, records }: RealSite, model: Site): Promise<void> {
  const statements = portal.database.read.selectFrom("statement").select("record_id").where("ended_at", "is", null);
  const standing = (await statements.execute()).map(({ record_id }) => record_id ?? "");
  const shown = model.entries.filter(isShown).map(({ id }) => records.get(id) ?? "");
  expectSame("statements stand of", inOrder(standing), inOrder(shown));
  for (const entry of model.entries.filter(isShown)) {
    const kinds = await statedKinds(portal, records.get(entry.id) ?? "");
    const expected = shownDocuments(model, entry).map((fact) => kindsOfFacts[fact]);
    expectSame(`the statement of record ${entry.id} says`, kinds, expected);
  }
}

/** Whatever happened to a record, a search finds it by what it has in the own field. */
async function compareSearches({ portal, records }: RealSite, { ownField, entries }: Site): Promise<void> {
  if (!ownField?.isUsed) return;
  await fillIndex(portal);
  for (const value of [0, 1, null]) {
    const text = ownText(value);
    const { records: found } = await listRecords(portal, system("decade"), { own: { f1: text } });
    const having = entries.filter(({ own }) => ownText(own) === text).map(({ id }) => records.get(id) ?? "");
    const what = `records found by ${value === null ? "nothing" : text} in the own field`;
    expectSame(what, inOrder(found.map(({ id }) => id)), inOrder(having));
  }
}

async function compareTrails({ portal, records, accounts }: RealSite, model: Site): Promise<void> {
  const events = await portal.database.read
    .selectFrom("audit_event")
    .select(["action", "actor", "subject_id"])
    .where("subject", "=", "candidate")
    .orderBy("seq")
    .execute();
  for (const [id, trail] of Object.entries(model.trails)) {
    const uuid = records.get(Number(id));
    const real = events
      .filter(({ subject_id }) => subject_id === uuid)
      .map((event) => `${nameOf(accounts, event.actor)} ${event.action}`);
    expectSame(`the history of record ${id}`, real, trail);
  }
}
