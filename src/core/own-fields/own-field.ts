import { oncePer } from "../once-per.ts";
import { type Language, languages } from "../settings/languages.ts";

/** The ids are stored. */
export const ownFieldTypes = ["text", "long-text", "number", "day", "choice", "yes-no", "country", "phone"] as const;
export type OwnFieldType = (typeof ownFieldTypes)[number];

/** The longest value of each type that is typed. */
export const longestOwn: Record<OwnFieldType, number> = {
  text: 200,
  "long-text": 2000,
  number: 24,
  day: 10,
  choice: 100,
  "yes-no": 3,
  country: 100,
  phone: 40,
};

/** So many fields can be in use at the same time. */
export const maxOwnFields = 24;

/** With those that were removed. Their ids are never given again. */
export const maxOwnEver = 500;
export const maxChoices = 500;

/** Values are sealed, so each record is opened to count them. A page does not wait for more records. */
export const mostCounted = 20_000;

export type InLanguages = Partial<Record<Language, string>>;

/** Who sees the values, from few to many. The ids are stored. */
export const ownAudiences = ["staff", "holder", "visitors"] as const;
export type OwnAudience = (typeof ownAudiences)[number];

/** A field that the operator has added to records. */
export type OwnField = {
  id: string;
  type: OwnFieldType;
  /** `holder`: staff and the record's holder. `visitors`: everybody who finds the record. */
  audience: OwnAudience;
  /** The first of them is shown in languages that have none. */
  labels: InLanguages;
  hints: InLanguages;
  /** True if the form for a new record must be filled in here. */
  isNeeded: boolean;
  /** Only a choice has some. */
  choices: string[];
  /** True if records are found by it: the database then has a keyed hash of each value, or of whether there is a document. */
  isSearched?: boolean | undefined;
  /** True if an admin removed it: it is shown nowhere, and records keep their values. */
  isRemoved: boolean;
  /** True while all values of a removed field, or all documents of a removed paper, are being deleted. */
  isEmptying?: boolean | undefined;
  /** The last such deletion: when it began or ended, and how many records had one. */
  emptied?: { at: number; records: number } | undefined;
};

/** The values of own fields, by field id. Empty values are left out. */
export type OwnValues = Readonly<Record<string, string>>;

/** What a page needs to name own fields. */
export type OwnLabels = readonly Pick<OwnField, "id" | "labels">[];

export const labelsIn = (fields: OwnLabels): OwnLabels => fields.map(({ id, labels }) => ({ id, labels }));

/** Texts that differ in case and spaces only are the same. */
export const sameText = (text: string): string => text.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "");

/** The labels as imports compare them with headings: letters, marks and digits alone. */
export const labelsOf = ({ labels }: { labels: InLanguages }): string[] =>
  Object.values(labels).map((label) => sameText(label).replaceAll(/[^\p{L}\p{M}\p{Nd}]/gu, ""));

/** What a field and a paper of the operator's have in common. */
export type Declared = Pick<
  OwnField,
  "id" | "audience" | "labels" | "isSearched" | "isRemoved" | "isEmptying" | "emptied"
> & {
  /** Only a paper says so. */
  hasLastDay?: boolean;
};

export const usedOf = <Own extends Declared>(all: readonly Own[]): readonly Own[] =>
  all.filter(({ isRemoved }) => !isRemoved);

/** The ids are a letter and a number. The number is one that was never given. */
export const nextNumber = (all: readonly Declared[]): number =>
  1 + Math.max(0, ...all.map(({ id }) => Number(id.slice(1))));

/** A longer text is never searched for whole. */
export const mayBeSearched = (type: OwnFieldType): boolean => type !== "long-text";

export const searchedOf = <Own extends Declared>(all: readonly Own[]): readonly Own[] =>
  usedOf(all).filter(({ isSearched }) => isSearched);

/** True for what is in use and has exactly this audience. */
export const isFor = (audience: OwnAudience) => (own: Declared) => !own.isRemoved && own.audience === audience;

/** The fields that visitors see. Every lookup asks for them. */
export const ownForVisitors = oncePer((fields: readonly OwnField[]): readonly OwnField[] =>
  fields.filter(isFor("visitors")),
);

/** What only the holder and staff see. */
export const ownForHolder = <Own extends Declared>(all: readonly Own[]): readonly Own[] => all.filter(isFor("holder"));

/** What visitors would newly see, see under other names, or see with the last days that records have. */
export function ownShownAnew<Own extends Declared>(before: readonly Own[], after: readonly Own[]): readonly Own[] {
  const shownBefore = before.filter(isFor("visitors"));
  return after.filter(isFor("visitors")).filter((own) => {
    const was = shownBefore.find(({ id }) => id === own.id);
    return !was || !haveSameNames(was, own) || showsDays(was, own);
  });
}

export const showsDays = (was: Declared, own: Declared): boolean => !was.hasLastDay && own.hasLastDay === true;

/** The ids of what is hidden, removed, brought back, renamed, or shown to others or with other parts than before. */
export const shownOtherwise = (before: readonly Declared[], after: readonly Declared[]): string[] =>
  before.filter((was) => !after.some((own) => own.id === was.id && isShownAlike(was, own))).map(({ id }) => id);

const isShownAlike = (was: Declared, own: Declared) =>
  was.audience === own.audience &&
  was.isRemoved === own.isRemoved &&
  was.hasLastDay === own.hasLastDay &&
  haveSameNames(was, own);

export const haveSameNames = (one: Pick<Declared, "labels">, other: Pick<Declared, "labels">): boolean =>
  languages.every((language) => one.labels[language] === other.labels[language]);

/** A value of an own field as readers get it. */
export type OwnShown = Pick<OwnField, "id" | "type" | "labels"> & { value: string };

/** The values of these fields, without those that are empty or that the holder holds back. */
export const ownShown = (
  fields: readonly OwnField[],
  own: OwnValues,
  heldBack: readonly string[] = [],
): readonly OwnShown[] =>
  fields.flatMap(({ id, type, labels }) => {
    const value = own[id];
    return value === undefined || heldBack.includes(id) ? [] : [{ id, type, labels, value }];
  });

/** The text in this language, or else the first that there is. */
export const textIn = (texts: InLanguages, language: string): string =>
  languages.flatMap((one) => (one === language ? (texts[one] ?? []) : []))[0] ??
  languages.flatMap((one) => texts[one] ?? [])[0] ??
  "";

/** The name of an own field in forms and revisions, and among the problems of fields. */
export type OwnName = `own.${string}`;
export const ownName = (id: string): OwnName => `own.${id}`;
export const isOwnName = (name: string): name is OwnName => /^own\.f[1-9]\d{0,3}$/.test(name);
const idOfOwn = (name: OwnName): string => name.slice("own.".length);

/** The values of own fields among named values, by field id. */
export const ownAmong = <Value>(named: Iterable<readonly [name: string, value: Value]>): Record<string, Value> =>
  Object.fromEntries([...named].flatMap(([name, value]) => (isOwnName(name) ? [[idOfOwn(name), value]] : [])));

export const fieldNamed = <Field extends Pick<OwnField, "id">>(fields: readonly Field[], name: string) =>
  fields.find(({ id }) => ownName(id) === name);

/** Replaces the one with this id, or adds it as the last one. */
export const withOwn = <Own extends Declared>(all: readonly Own[], own: Own): Own[] =>
  all.some(({ id }) => id === own.id) ? all.map((one) => (one.id === own.id ? own : one)) : [...all, own];

/** Moves one before the one above it. Removed ones between them stay where they are. */
export function withOwnUp<Own extends Declared>(all: readonly Own[], id: string): Own[] {
  const used = usedOf(all);
  const at = used.findIndex((one) => one.id === id);
  const [own, above] = [used[at], used[at - 1]];
  if (!own || !above) return [...all];
  return all.map((one) => (one === above ? own : one === own ? above : one));
}

/** What is known of a deletion stays with its field or paper. */
export const withDeletions = <Own extends Declared>(before: readonly Own[], after: readonly Own[]): Own[] =>
  after.map((own) => {
    const { isEmptying, emptied } = before.find(({ id }) => id === own.id) ?? {};
    return emptied ? { isEmptying, emptied, ...own } : own;
  });

/** True if each stays in the settings, under its id, and removed while it is emptied: records have something of it. */
export const keepsOwn = (before: readonly Declared[], after: readonly Declared[]): boolean =>
  before.every(({ id, isEmptying }) => after.some((own) => own.id === id && (own.isRemoved || !isEmptying)));

/** The same, and each field keeps its type. */
export const keepsOwnFields = (before: readonly OwnField[], after: readonly OwnField[]): boolean =>
  keepsOwn(before, after) && before.every(({ id, type }) => after.some((own) => own.id === id && own.type === type));

/** The ids of those of which what an update at this time replaced was deleted for good since. */
export const emptiedSince = (all: readonly Declared[], at: number): string[] =>
  all.filter(({ isEmptying, emptied }) => isEmptying || (emptied && at <= emptied.at)).map(({ id }) => id);
