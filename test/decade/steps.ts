import { randomUUID } from "node:crypto";
import type { AccountActor } from "#core/accounts/actor.ts";
import { agreeToChange, applyDueChanges, refuseChange } from "#operations/held-changes/decide-change.ts";
import { askForRun } from "#operations/bulk/ask-for-run.ts";
import { beginRun, stopRun, undoRun } from "#operations/bulk/begin-run.ts";
import { executeRuns } from "#operations/bulk/execute-runs.ts";
import { makeApiKey } from "#operations/accounts/api-keys.ts";
import { changeRole, deleteAccount, restoreAccount, suspendAccount } from "#operations/accounts/manage-accounts.ts";
import { makeBackup } from "#operations/backups/make-backup.ts";
import { writeLedger } from "#operations/backups/write-ledger.ts";
import { executeDryRuns } from "#operations/imports/execute-dry-runs.ts";
import { receiveRows } from "#operations/imports/receive-import.ts";
import { takeGuessedColumns } from "#operations/imports/choose-columns.ts";
import { freezeHolder } from "#operations/holders/frozen-page.ts";
import { offerHolderLink, readHolder } from "#operations/holders/holder-links.ts";
import { bindByCard, refuseNewLink } from "#operations/holders/holder-page.ts";
import { endShareCode, makeShareCode } from "#operations/holders/share-codes.ts";
import { askByShareCode } from "#operations/holders/use-share-code.ts";
import type { Portal } from "#operations/portal.ts";
import { addRecord } from "#operations/records/add-record.ts";
import { assignRecord } from "#operations/records/assign-record.ts";
import {
  decideOnRecord,
  deleteRecord,
  hideRecord,
  sendBackRecord,
  unhideRecord,
} from "#operations/records/change-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { newDataKey } from "#sealing/data-keys.ts";
import { heldRows } from "#storage/database/accounts/held-changes.ts";
import { round } from "../support/execute-all-runs.ts";
import { shareCodesOf } from "#storage/database/holders/share-codes.ts";
import { hashingOnce } from "../support/accounts/fresh-accounts.ts";
import { cardForm, freshClient } from "../support/holders.ts";
import { heads } from "../support/imports.ts";
import { agree, changeMember, makeKey, refuseHeld, setFourEyes, setPolicy } from "./model/members.ts";
import { add, assign, decide, type Decision, hide, remove, sendBack, update } from "./model/records.ts";
import { endCode, freeze, makeCode, offerCard, refuseCard, useCard, useCode } from "./model/holders.ts";
import { backUp, forgeStatement, loseDeletion, restore } from "./model/backups.ts";
import { begin, beginImport, confirm, stop, undo, work } from "./model/runs.ts";
import { type Actor, type Counter, type Entry, entryWith, minute, names, type Name, type Site } from "./model/site.ts";
import { type Credential, openBackups, type RealSite } from "./real-site.ts";

export type Args = Readonly<Record<string, string | number | boolean | null | readonly number[]>>;
export type Dice = (sides: number) => number;

/** What a step does in the model and in the program. Both return an outcome, or throw a refusal. */
export type Deed = { model: (site: Site, counter: Counter) => string; real: (site: RealSite) => Promise<string> };

export type StepKind<Given extends Args = never> = {
  /** How often it is drawn, beside the others. */
  weight: number;
  draw: (dice: Dice) => Given;
  say: (given: Given) => string;
  /** Null if there is nothing that it could be about. */
  deed: (given: Given, site: Site, counter: Counter) => Deed | null;
  /** False if it cannot be about this site. */
  isFor?: (site: Site) => boolean;
  /** True if it is one transaction: it may die in it. */
  mayDie?: boolean;
};

const kind = <Given extends Args>(step: StepKind<Given>): StepKind => step as unknown as StepKind;

const oneOf = <Value>(dice: Dice, values: readonly Value[]): Value => values[dice(values.length)] as Value;

export const numbersGiven = 4;
export const passport = (number: number) => `P700000${number}`;
export const ircc = (number: number) => `I800000${number}`;
export const fullNames = ["Rahim Uddin", "Rahim Uddin Khan", "Salma Khatun"] as const;
export const nationality = "NEPAL";
export const motherName = "Amena Begum";

const particulars = (facts: { passport: number; ircc: number; name: number }) => ({
  passportNumber: passport(facts.passport),
  irccNumber: ircc(facts.ircc),
  name: fullNames[facts.name],
  fatherName: "Karim Uddin",
  motherName,
  address: "12 Lake Road",
  nationality,
});

/** Somebody on the staff, most often the first admin. Sometimes a program acts for them. */
type By = { who: Name; byKey: boolean };
const drawBy = (dice: Dice): By => ({ who: names[Math.min(dice(6), 5) % 4] ?? "Ada", byKey: dice(8) === 0 });
const sayBy = ({ who, byKey }: By) => (byKey ? `A program of ${who}` : who);

/** The last key that this person made, whether it still works or not. */
function actorOf({ who, byKey }: By, madeKeys: readonly [number, Name][]): Actor | null {
  if (!byKey) return { name: who };
  const key = madeKeys.findLast(([, owner]) => owner === who);
  return key ? { name: who, key: key[0] } : null;
}

/** Each record that somebody may mean by a number: the one that has it now, or else the last one that ever was. */
const meant = (site: Site, number: number): number =>
  site.entries.find((entry) => entry.passport === number)?.id ?? site.erasedEntries.at(-1) ?? 0;

type OnRecord = By & { number: number; seen: number };
const drawOnRecord = (dice: Dice): OnRecord => ({ ...drawBy(dice), number: dice(numbersGiven), seen: dice(6) });
const staleness = (seen: number) => (seen < 4 ? {} : { isStale: seen === 5 });
const saySeen = ({ seen }: { seen: number }) => (seen === 5 ? ", from an old page" : seen === 4 ? ", as seen" : "");

const missingId = "00000000-0000-4000-8000-000000000000";

/** The record as the program knows it, in the version that the person saw. */
function targetOf(site: RealSite, id: number, now: Entry | undefined, seen: number) {
  const found = { id: site.records.get(id) ?? missingId };
  const version = now?.version ?? 1;
  return seen < 4 ? found : { ...found, expectedVersion: seen === 5 ? version + 7 : version };
}

const said = ({ modified }: { modified: number }) => (modified === 1 ? "done" : "nothing");

type Change = (portal: Portal, actor: AccountActor, target: { id: string }, next: number) => Promise<string>;

/** A step of one person on one record. */
function onRecord<More extends Args>(
  weight: number,
  words: (given: OnRecord & More) => string,
  drawMore: (dice: Dice) => More,
  inModel: (site: Site, actor: Actor, target: { id: number }, given: OnRecord & More, counter: Counter) => string,
  inProgram: (given: OnRecord & More, site: RealSite, now: Entry | undefined) => Change,
): StepKind {
  return kind<OnRecord & More>({
    weight,
    mayDie: true,
    draw: (dice) => ({ ...drawOnRecord(dice), ...drawMore(dice) }),
    say: (given) => `${sayBy(given)} ${words(given)}${saySeen(given)}`,
    deed(given, site, counter) {
      const actor = actorOf(given, madeKeysIn(site));
      const next = counter.last + 1;
      if (!actor) return null;
      const id = meant(site, given.number);
      const now = structuredClone(entryWith(site, id));
      return {
        model: (model, count) => inModel(model, actor, { id, ...staleness(given.seen) }, given, count),
        real: async (real) => {
          const acting = await real.actor(actor);
          return inProgram(given, real, now)(real.portal, acting, targetOf(real, id, now, given.seen), next);
        },
      };
    },
  });
}

/** Keys by their number and owner, in the order in which they were made; ended ones too. */
const keysMade = new WeakMap<Site, [number, Name][]>();
export const madeKeysIn = (site: Site) => keysMade.getOrInsertComputed(site, () => []);

/** A step of the holder of the record with this number, on their own device. */
function onHolder(
  weight: number,
  words: string,
  inModel: (site: Site, record: number, counter: Counter) => string,
  inProgram: (portal: Portal, opened: Credential, real: RealSite, next: number, code: number) => Promise<unknown>,
): StepKind {
  return kind<{ number: number }>({
    weight,
    draw: (dice) => ({ number: dice(numbersGiven) }),
    say: ({ number }) => `The holder of ${number} ${words}`,
    deed({ number }, site, counter) {
      const record = meant(site, number);
      const holder = site.holders[record];
      if (!holder) return null;
      const next = counter.last + 1;
      const code = holder.codes.at(-1)?.id ?? 0;
      return {
        model: (model, count) => inModel(model, record, count),
        real: async (real) => {
          await inProgram(real.portal, await real.openedPage(holder.id), real, next, code);
          return "done";
        },
      };
    },
  });
}

/** A step without any choice. */
const plain = (
  weight: number,
  words: string,
  model: Deed["model"],
  inProgram: (real: RealSite) => Promise<unknown>,
): StepKind => ({
  weight,
  draw: () => ({}) as never,
  say: () => words,
  deed: () => ({ model, real: async (real) => (await inProgram(real), "done") }),
});

const nothingMore = () => ({});

const decisions = ["approve", "approve", "deny", "toggle"] as const;

type OnMember = { who: Name; whom: Name; what: string };
const memberChanges = ["make-admin", "make-moderator", "make-student", "suspend", "restore", "restore", "delete"] as const;

const bulkKinds = ["hide", "unhide", "approve", "assign", "delete"] as const;
type Bulk = { who: Name; what: (typeof bulkKinds)[number]; numbers: number[]; to: Name };

const someNumbers = (dice: Dice) => Array.from({ length: numbersGiven }, (_, at) => at).filter(() => dice(2) === 0);

type OnRun = { who: Name; back: number };
const drawOnRun = (dice: Dice): OnRun => ({ who: oneOf(dice, ["Ada", "Ada", "Ben", "Mina"]), back: dice(3) });

/** A run by its age among those of this person, so that a shorter sequence means the same. */
function onRun(
  weight: number,
  words: string,
  inModel: (site: Site, by: Name, id: number, counter: Counter) => string,
  inProgram: (portal: Portal, actor: AccountActor, id: string) => Promise<string | void>,
): StepKind {
  return kind<OnRun>({
    weight,
    draw: drawOnRun,
    say: ({ who, back }) => `${who} ${words} ${["the last run", "the run before the last", "the third last run"][back]}`,
    deed({ who, back }, site, counter) {
      const run = site.runs.filter(({ by }) => by === who).at(-1 - back);
      if (!run) return null;
      const next = counter.last + 1;
      return {
        model: (model, count) => inModel(model, who, run.id, count),
        real: async (real) => {
          const follower = await inProgram(real.portal, await real.actor({ name: who }), real.runs.get(run.id) ?? missingId);
          if (follower) real.runs.set(next, follower);
          return "done";
        },
      };
    },
  });
}

/** Everything that happens on the site. */
export const steps: Readonly<Record<string, StepKind>> = {
  add: kind<By & { number: number; name: number }>({
    weight: 14,
    mayDie: true,
    draw: (dice) => ({ ...drawBy(dice), number: dice(numbersGiven), name: dice(fullNames.length) }),
    say: (given) => `${sayBy(given)} adds a record with number ${given.number}, for ${fullNames[given.name]}`,
    deed(given, site) {
      const actor = actorOf(given, madeKeysIn(site));
      if (!actor) return null;
      return {
        model: (model, counter) => (add(model, actor, given.number, given.name, counter), "done"),
        real: async (real) => {
          const facts = { passport: given.number, ircc: given.number, name: given.name };
          const input = { particulars: particulars(facts), images: {}, hasNationality: true };
          await addRecord(real.portal, await real.actor(actor), input);
          return "done";
        },
      };
    },
  }),
  update: onRecord<{ name: number; to: number }>(
    8,
    ({ number, name, to }) => `updates ${number} to ${fullNames[name]}${to < numbersGiven ? `, with number ${to}` : ""}`,
    (dice) => ({ name: dice(fullNames.length), to: dice(8) }),
    (site, actor, target, { name, to }) => update(site, actor, target, { name, ...(to < numbersGiven && { passport: to }) }),
    ({ name, to }, _, now) =>
      async (portal, actor, target) => {
        const facts = { passport: to < numbersGiven ? to : (now?.passport ?? 0), ircc: now?.ircc ?? 0, name };
        return said(await updateRecord(portal, actor, target, { particulars: particulars(facts), images: {} }));
      },
  ),
  hide: onRecord(
    6,
    ({ number }) => `hides ${number}`,
    nothingMore,
    (site, actor, target) => hide(site, actor, target, true),
    () => async (portal, actor, target) => said(await hideRecord(portal, actor, target)),
  ),
  unhide: onRecord(
    6,
    ({ number }) => `shows ${number} again`,
    nothingMore,
    (site, actor, target) => hide(site, actor, target, false),
    () => async (portal, actor, target) => said(await unhideRecord(portal, actor, target)),
  ),
  decide: onRecord<{ what: Decision }>(
    10,
    ({ number, what }) => `decides on ${number}: ${what}`,
    (dice) => ({ what: oneOf(dice, decisions) }),
    (site, actor, target, { what }) => decide(site, actor, target, what),
    ({ what }) => async (portal, actor, target) => said(await decideOnRecord(portal, actor, target, what)),
  ),
  sendBack: onRecord(
    4,
    ({ number }) => `sends ${number} back`,
    nothingMore,
    sendBack,
    () => async (portal, actor, target) => said(await sendBackRecord(portal, actor, target, "The scan is blurred.")),
  ),
  assign: onRecord<{ to: Name }>(
    4,
    ({ number, to }) => `assigns ${number} to ${to}`,
    (dice) => ({ to: oneOf(dice, names) }),
    (site, actor, target, { to }) => assign(site, actor, target, to),
    ({ to }, real) => async (portal, actor, target) => said(await assignRecord(portal, actor, target, real.accounts[to])),
  ),
  remove: onRecord(
    5,
    ({ number }) => `deletes ${number}`,
    nothingMore,
    remove,
    () => async (portal, actor, target) => {
      await deleteRecord(portal, actor, target);
      return "done";
    },
  ),
  run: kind<Bulk>({
    weight: 12,
    draw: (dice) => ({
      who: oneOf(dice, ["Ada", "Ada", "Ben", "Mina"]),
      what: oneOf(dice, bulkKinds),
      numbers: someNumbers(dice),
      to: oneOf(dice, names),
    }),
    say: ({ who, what, numbers, to }) =>
      `${who} begins to ${what} many: ${numbers.join(", ")}${what === "assign" ? `, to ${to}` : ""}`,
    deed({ who, what, numbers, to }, site, counter) {
      const ids = numbers.map((number) => meant(site, number)).filter((id, at, all) => all.indexOf(id) === at);
      const next = counter.last + 1;
      const assignee = what === "assign" ? to : null;
      return {
        model: (model, count) => begin(model, who, { kind: what, ids, to: assignee }, count),
        real: async (real) => {
          const actor = await real.actor({ name: who });
          const chosen = { ids: ids.map((id) => real.records.get(id) ?? missingId) };
          const { id } = await askForRun(real.portal, actor, what, chosen);
          real.runs.set(next, id);
          await beginRun(real.portal, actor, id, assignee && real.accounts[assignee]);
          return "done";
        },
      };
    },
  }),
  import: kind<{ who: Name; numbers: number[]; name: number }>({
    weight: 6,
    draw: (dice) => ({
      who: oneOf(dice, ["Ada", "Ben", "Mina"]),
      numbers: someNumbers(dice),
      name: dice(fullNames.length),
    }),
    say: ({ who, numbers, name }) => `${who} sends a table: ${numbers.join(", ")}, each for ${fullNames[name]}`,
    deed({ who, numbers, name }, _, counter) {
      if (numbers.length === 0) return null;
      const next = counter.last + 1;
      return {
        model: (model, count) => beginImport(model, who, numbers.map((number) => ({ number, name })), count),
        real: async (real) => {
          const actor = await real.actor({ name: who });
          const id = await receiveTable(real.portal, actor, [`${heads},Nationality`, ...numbers.map((each) => lineOf(each, name))]);
          await takeGuessedColumns(real.portal, actor, id, {});
          real.runs.set(next, id);
          return "done";
        },
      };
    },
  }),
  confirm: onRun(6, "begins", confirm, (portal, actor, id) => beginRun(portal, actor, id)),
  stop: onRun(3, "stops", stop, (portal, actor, id) => stopRun(portal, actor, id)),
  undo: onRun(12, "undoes", undo, (portal, actor, id) => undoRun(portal, actor, id)),
  work: kind<{ dies: number }>({
    weight: 22,
    draw: (dice) => ({ dies: dice(24) }),
    say: ({ dies }) => (dies < 6 ? `The program does its work, and is killed at write ${dies + 1}` : "The program does its work"),
    deed: ({ dies }) => ({
      model: work,
      real: async (real) => {
        if (dies < 6) {
          real.dieAt(dies + 1, dies % 2 === 0 ? "before" : "after");
          await doWork(real.portal).catch(() => undefined);
          await real.restart();
        }
        await doWork(real.portal);
        return "done";
      },
    }),
  }),
  restart: plain(2, "The program is started anew", () => "done", (real) => real.restart()),
  backUp: plain(4, "A backup is made", backUp, async (real) => {
    await using store = await openBackups(real.portal);
    await makeBackup(real.portal, store, { location: real.portal.backupPlace?.location });
  }),
  loseDeletion: {
    ...plain(1, "The newest deletion is removed from the list beside the backups", loseDeletion, async (real) => {
      await using store = await openBackups(real.portal);
      const entries = await Array.fromAsync(store.names("erased-2"));
      // After a rotation, each deletion has an entry under each secret.
      const newest = entries.toSorted().at(-1)?.replace(/-[0-9a-f]{8}$/, "") ?? "none";
      for (const name of entries) if (name.startsWith(newest)) await store.remove(name);
    }),
    isFor: ({ saved, erasedEntries }) => saved !== null && erasedEntries.length > 0,
  },
  restore: {
    ...plain(3, "The site is lost, and restored from the last backup", restore, (real) => real.restore()),
    isFor: ({ saved }) => saved !== null,
  },
  forge: {
    ...plain(1, "Somebody writes to the database that a withdrawn statement stands", forgeStatement, forgeFirst),
    isFor: ({ hasWithdrawal }) => hasWithdrawal,
  },
  rotate: plain(2, "The keys are rotated", () => "done", (real) => real.rotate()),
  wait: kind<{ minutes: number }>({
    weight: 8,
    draw: (dice) => ({ minutes: oneOf(dice, [1, 9, 11, 11, 1441, 1441, 8 * 1440, 15 * 1440, -3]) }),
    say: ({ minutes }) => (minutes < 0 ? `The clock is set back ${-minutes} minutes` : `${minutes} minutes pass`),
    deed: ({ minutes }) => ({
      model: (model) => ((model.now += minutes * minute), "done"),
      real: async () => "done",
    }),
  }),
  member: kind<OnMember>({
    weight: 6,
    draw: (dice) => ({ who: oneOf(dice, ["Ada", "Ada", "Ben"]), whom: oneOf(dice, names), what: oneOf(dice, memberChanges) }),
    say: ({ who, whom, what }) => `${who} decides of ${whom}: ${what}`,
    deed({ who, whom, what }, site) {
      const change = what as (typeof memberChanges)[number];
      // How often somebody may ask is a limit with tests of its own.
      if (site.held.some(({ subject, kind: of }) => subject === whom && of !== change)) return null;
      return {
        model: (model) => changeMember(model, { name: who }, whom, change),
        real: async (real) => {
          const actor = await real.actor({ name: who });
          return memberDeeds[change](real.portal, actor, { id: real.accounts[whom] });
        },
      };
    },
  }),
  fourEyes: kind<{ who: Name; isOn: boolean }>({
    weight: 3,
    draw: (dice) => ({ who: oneOf(dice, ["Ada", "Ben", "Mina"]), isOn: dice(3) > 0 }),
    say: ({ who, isOn }) => `${who} switches four eyes ${isOn ? "on" : "off"}`,
    deed: ({ who, isOn }) => ({
      model: (model) => setFourEyes(model, { name: who }, isOn),
      real: async (real) =>
        said(await changeSettings(real.portal, await real.actor({ name: who }), { change: { fourEyes: isOn } })),
    }),
  }),
  policy: kind<{ who: Name; policy: "open" | "guarded" | "code" }>({
    weight: 2,
    draw: (dice) => ({ who: oneOf(dice, ["Ada", "Mina"]), policy: oneOf(dice, ["open", "guarded", "code"] as const) }),
    say: ({ who, policy }) => `${who} sets the lookup policy ${policy}`,
    deed: ({ who, policy }) => ({
      model: (model) => setPolicy(model, { name: who }, policy),
      real: async (real) =>
        said(await changeSettings(real.portal, await real.actor({ name: who }), { change: { lookupPolicy: policy } })),
    }),
  }),
  agree: onHeld("agrees to", agree, agreeToChange),
  refuseHeld: onHeld("refuses", refuseHeld, refuseChange),
  card: {
    ...onRecord(
    5,
    ({ number }) => `makes a card for the person of ${number}`,
    nothingMore,
    (site, actor, { id }, _, counter) => offerCard(site, actor, id, counter),
    (_, real) => async (portal, actor, { id }, next) => {
      const { boundAt } = await readHolder(portal, actor, id);
      const form = boundAt === null ? {} : { reason: "The phone was lost." };
      const code = await offerHolderLink(portal, actor, { id }, form);
      real.cards.set(next, code ?? "");
      return "done";
    },
  ),
    // Nobody would know the code of a card whose maker got no answer.
    mayDie: false,
  },
  useCard: kind<{ back: number }>({
    weight: 8,
    draw: (dice) => ({ back: dice(3) }),
    say: ({ back }) => `Somebody uses ${["the last card", "the card before the last", "the third last card"][back]}`,
    deed({ back }, site, counter) {
      const card = site.cardsMade.at(-1 - back);
      const next = counter.last + 1;
      if (card === undefined) return null;
      return {
        model: (model, count) => useCard(model, card, count),
        real: async (real) => {
          const page = await bindByCard(hashingOnce(real.portal), cardForm(real.cards.get(card) ?? ""), freshClient());
          real.pages.set(next, page);
          return "done";
        },
      };
    },
  }),
  refuseCard: onHolder(3, "refuses the card that would hand the page on", refuseCard, (portal, opened) =>
    refuseNewLink(portal, opened),
  ),
  freeze: onRecord(
    2,
    ({ number }) => `ends the access of the holder of ${number}`,
    nothingMore,
    (site, actor, { id }) => freeze(site, actor, id),
    () => async (portal, actor, { id }) => {
      await freezeHolder(portal, actor, { id }, { reason: "Not the person." });
      return "done";
    },
  ),
  code: onHolder(
    6,
    "makes a share code for three days and three uses",
    (site, record, counter) => makeCode(site, record, { id: (counter.last += 1), days: 3, uses: 3 }),
    async (portal, opened, real, next) => {
      const made = await makeShareCode(portal, opened, { whom: "employer", words: "", days: "3", uses: "3" });
      const [row] = await shareCodesOf(portal.database.read, opened.id);
      real.codes.set(next, { id: row?.id ?? "", code: made.code, name: made.firstName });
    },
  ),
  endCode: onHolder(
    3,
    "ends the last share code",
    (site, record) => endCode(site, record, site.holders[record]?.codes.at(-1)?.id ?? 0),
    async (portal, opened, real, _, code) => endShareCode(portal, opened, real.codes.get(code)?.id ?? missingId),
  ),
  useCode: kind<{ back: number }>({
    weight: 8,
    draw: (dice) => ({ back: dice(2) }),
    say: ({ back }) => `Somebody uses the ${back === 0 ? "last" : "last but one"} share code`,
    deed({ back }, site) {
      const code = site.codesMade.at(-1 - back);
      if (code === undefined) return null;
      return {
        model: (model) => {
          const shown = useCode(model, code);
          return shown ? `shows ${passport(shown.entry.passport)}` : "shows nothing";
        },
        real: async (real) => {
          const { code: typed = "", name = "" } = real.codes.get(code) ?? {};
          const visitor = { address: "198.51.100.8", channel: "web" } as const;
          const outcome = await askByShareCode(real.portal, { code: typed, name }, visitor);
          return outcome.kind === "found" ? `shows ${outcome.hit.record.passportNumber}` : "shows nothing";
        },
      };
    },
  }),
  key: kind<{ who: Name }>({
    weight: 3,
    draw: (dice) => ({ who: oneOf(dice, ["Ada", "Ben", "Mina"]) }),
    say: ({ who }) => `${who} makes an API key`,
    deed({ who }, site, counter) {
      const next = counter.last + 1;
      return {
        model: (model, count) => {
          const outcome = makeKey(model, { name: who }, next);
          count.last = next;
          madeKeysIn(site).push([next, who]);
          return outcome;
        },
        real: async (real) => {
          const actor = await real.actor({ name: who }, true);
          const made = await makeApiKey(real.portal, actor, { name: "a program", scope: "write", days: "30" });
          real.keys.set(next, { id: "", token: made.key });
          return "done";
        },
      };
    },
  }),
};

const lineOf = (number: number, name: number) =>
  `${passport(number)},${ircc(number)},${fullNames[name]},Karim Uddin,${motherName},12 Lake Road,${nationality}`;

/** Reading a file of a table starts a child process, which takes longer than all else. */
async function receiveTable(portal: Portal, actor: AccountActor, lines: readonly string[]): Promise<string> {
  const id = randomUUID();
  const rows = lines.map((text, at) => ({ row: at + 1, cells: text.split(",") }));
  await receiveRows(portal, actor, { id, dataKey: newDataKey(portal.keyring, id) }, inBatches(rows));
  return id;
}

async function* inBatches<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows;
}

/** Clears what says that a statement was withdrawn, and lowers the count of its list. */
async function forgeFirst({ portal }: RealSite): Promise<void> {
  await portal.database.write(async (writer) => {
    const row = await writer.selectFrom("statement").selectAll().where("ended_at", "is not", null).orderBy("seq").executeTakeFirst();
    if (!row) return;
    const stands = { ended_at: null, withdrawn_tree: null, withdrawn_leaf: null };
    await writer.updateTable("statement").set(stands).where("seq", "=", row.seq).execute();
    await writer
      .updateTable("status_list")
      .set((eb) => ({ ended: eb("ended", "-", 1) }))
      .where("id", "=", row.list_id)
      .execute();
  });
}

/** What the program does at once after a step. */
export const followUp = ({ portal }: RealSite): Promise<void> => writeLedger(portal, new AbortController().signal);

async function doWork(portal: Portal): Promise<void> {
  await applyDueChanges(portal);
  await executeDryRuns(portal, round());
  await executeRuns(portal, round());
}

type MemberDeed = (portal: Portal, actor: AccountActor, target: { id: string }) => Promise<string>;

const give =
  (role: "admin" | "moderator" | "student"): MemberDeed =>
  async (portal, actor, target) =>
    said(await changeRole(portal, actor, { ...target, role }));

const memberDeeds: Record<(typeof memberChanges)[number], MemberDeed> = {
  "make-admin": give("admin"),
  "make-moderator": give("moderator"),
  "make-student": give("student"),
  suspend: async (portal, actor, target) => said(await suspendAccount(portal, actor, target)),
  restore: async (portal, actor, target) => said(await restoreAccount(portal, actor, target)),
  delete: async (portal, actor, target) => {
    await deleteAccount(portal, actor, target);
    return "done";
  },
};

function onHeld(
  words: string,
  inModel: (site: Site, actor: Actor, index: number) => string,
  inProgram: (portal: Portal, actor: AccountActor, target: { id: string }) => Promise<void>,
): StepKind {
  return kind<{ who: Name }>({
    weight: 3,
    draw: (dice) => ({ who: oneOf(dice, names) }),
    say: ({ who }) => `${who} ${words} the change that waits`,
    deed({ who }, site) {
      const held = site.held[0];
      if (!held) return null;
      return {
        model: (model) => inModel(model, { name: who }, 0),
        real: async (real) => {
          const subject = held.subject === null ? "" : real.accounts[held.subject];
          const rows = await heldRows(real.portal.database.read);
          const row = rows.find((one) => one.kind === held.kind && one.subject === subject);
          await inProgram(real.portal, await real.actor({ name: who }), { id: row?.id ?? missingId });
          return "done";
        },
      };
    },
  });
}
