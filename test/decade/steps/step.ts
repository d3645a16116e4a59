import type { AccountActor } from "#core/accounts/actor.ts";
import type { Portal } from "#operations/portal/portal.ts";
import type { Target } from "../model/records.ts";
import { type Actor, type DocumentFact, type Entry, entryWith, names, type Name, type Site } from "../model/site.ts";
import type { RealSite } from "../real-site.ts";

export type Args = Readonly<Record<string, string | number | boolean | null | readonly number[]>>;
export type Dice = (sides: number) => number;

/** What a step does in the model and in the program. Both return an outcome, or throw a refusal. */
export type Deed = { model: (site: Site) => string; real: (site: RealSite) => Promise<string> };

export type StepKind<Given extends Args = never> = {
  /** How often it is drawn, beside the others. */
  weight: number;
  draw: (dice: Dice) => Given;
  say: (given: Given) => string;
  /** Null if there is nothing that it could be about. */
  deed: (given: Given, site: Site) => Deed | null;
  /** False if it cannot be about this site. */
  isFor?: (site: Site) => boolean;
  /** True if it is one transaction: it may die in it. */
  mayDie?: boolean;
  /** True if it may begin at the same time as another such step. */
  mayMeet?: boolean;
};

export const kind = <Given extends Args>(step: StepKind<Given>): StepKind => step as unknown as StepKind;

export const oneOf = <Value>(dice: Dice, values: readonly Value[]): Value => values[dice(values.length)] as Value;

export const numbersGiven = 4;
export const passport = (number: number) => `P700000${number}`;
export const ircc = (number: number) => `I800000${number}`;
export const fullNames = ["Rahim Uddin", "Rahim Uddin Khan", "Salma Khatun"] as const;
/** Names from the third on belong to nobody. */
export const fullName = (name: number): string => fullNames[name] ?? `Guess Number${name}`;
export const nationality = "NEPAL";
export const motherName = "Amena Begum";
/** The value of the operator's own field. "" for none. */
export const ownText = (value: number | null): string =>
  value === null ? "" : (["Ali Hassan", "Omar Khan"][value] ?? "");
export const sayOwn = (value: number | null): string => (value === null ? "nothing" : ownText(value));
/** Where the program keeps the documents of a record. */
export const kindsOfFacts = { file: "visaPaper", paper: "p1" } as const satisfies Record<DocumentFact, string>;
export const fileText = (file: number) => `the bytes of file ${file}`;

export const particulars = (facts: { passport: number; ircc: number; name: number }) => ({
  passportNumber: passport(facts.passport),
  irccNumber: ircc(facts.ircc),
  name: fullNames[facts.name],
  fatherName: "Karim Uddin",
  motherName,
  address: "12 Lake Road",
  nationality,
});

/** Somebody on the staff, most often the first admin. Sometimes a program acts for them. */
export type By = { who: Name; byKey: boolean };
export const drawBy = (dice: Dice): By => ({ who: names[Math.min(dice(6), 5) % 4] ?? "Ada", byKey: dice(8) === 0 });
export const sayBy = ({ who, byKey }: By) => (byKey ? `A program of ${who}` : who);

/** The last key that this person made, whether it still works or not. */
export function actorOf({ who, byKey }: By, { outside }: Site): Actor | null {
  if (!byKey) return { name: who };
  const key = outside.keys.findLast(({ of }) => of === who);
  return key ? { name: who, key: key.id } : null;
}

/** Each record that somebody may mean by a number: the one that has it now, or else the last one that ever was. */
export const meant = (site: Site, number: number): number =>
  site.entries.find((entry) => entry.passport === number)?.id ?? [...site.outside.erasedEntries].at(-1) ?? 0;

type OnRecord = By & { number: number; seen: number };
const drawOnRecord = (dice: Dice): OnRecord => ({ ...drawBy(dice), number: dice(numbersGiven), seen: dice(6) });
const staleness = (seen: number, isSame: boolean) => (seen < 4 ? {} : { isStale: seen === 5 || !isSame });
const saySeen = ({ seen }: { seen: number }) => (seen === 5 ? ", from an old page" : seen === 4 ? ", as seen" : "");

export const missingId = "00000000-0000-4000-8000-000000000000";

/** The record as the program knows it, in the version that the person saw. */
function targetOf(site: RealSite, id: number, now: Entry | undefined, seen: number) {
  const found = { id: site.records.get(id) ?? missingId };
  const version = now?.version ?? 1;
  return seen < 4 ? found : { ...found, expectedVersion: seen === 5 ? version + 7 : version };
}

export const said = ({ modified }: { modified: number }) => (modified === 1 ? "done" : "nothing");

type Change = (portal: Portal, actor: AccountActor, target: { id: string }, next: number) => Promise<string>;

/** A step of one person on one record. */
export function onRecord<More extends Args>(
  weight: number,
  words: (given: OnRecord & More) => string,
  drawMore: (dice: Dice) => More,
  inModel: (site: Site, actor: Actor, target: Target, given: OnRecord & More, now?: Entry) => string,
  inProgram: (given: OnRecord & More, site: RealSite, now: Entry | undefined) => Change,
): StepKind {
  return kind<OnRecord & More>({
    weight,
    mayDie: true,
    mayMeet: true,
    draw: (dice) => ({ ...drawOnRecord(dice), ...drawMore(dice) }),
    say: (given) => `${sayBy(given)} ${words(given)}${saySeen(given)}`,
    deed(given, site) {
      const actor = actorOf(given, site);
      const next = site.outside.lastId + 1;
      if (!actor) return null;
      const id = meant(site, given.number);
      const now = structuredClone(entryWith(site, id));
      return {
        model: (model) => {
          const isSame = entryWith(model, id)?.version === now?.version;
          return inModel(model, actor, { id, ...staleness(given.seen, isSame) }, given, now);
        },
        real: async (real) => {
          const acting = await real.actor(actor);
          return inProgram(given, real, now)(real.portal, acting, targetOf(real, id, now, given.seen), next);
        },
      };
    },
  });
}

/** A step without any choice. */
export const plain = (
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

export const nothingMore = () => ({});

export const someNumbers = (dice: Dice) =>
  Array.from({ length: numbersGiven }, (_, at) => at).filter(() => dice(2) === 0);
