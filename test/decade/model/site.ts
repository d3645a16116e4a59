/**
 * What the site promises, written a second time without any of its code. Every rule throws a refusal, or changes the
 * state and returns an outcome. The runner compares both with what the program does.
 */
export type Role = "admin" | "moderator" | "student";
export const names = ["Ada", "Ben", "Mina", "Omar"] as const;
export type Name = (typeof names)[number];

/** `givenBy`: who gave the role. Null for the operator's command line. */
export type Member = {
  role: Role;
  isSuspended: boolean;
  isGone: boolean;
  givenBy: Name | null;
  givenAt: number;
  /** The API keys that work, with their ends. */
  keys: Record<number, number>;
};

type Approval = "waiting" | "approved" | "returned";

export type Entry = {
  id: number;
  passport: number;
  ircc: number;
  name: number;
  addedBy: Name;
  approval: Approval;
  /** True if somebody sent the record back, and nobody has approved it since. */
  hasReason: boolean;
  isHidden: boolean;
  version: number;
  assignedTo: Name | null;
  /** What the last update replaced. */
  before?: Pick<Entry, "passport" | "ircc" | "name" | "approval">;
};

export type RunKind = "hide" | "unhide" | "approve" | "withdraw" | "assign" | "delete" | "erase" | "import";
type RunState = "checking" | "asked" | "running" | "done" | "stopped";

/** `entry` is null for a row that adds a record. `after` is the version when the run was done with it. */
export type Item = {
  entry: number | null;
  version: number;
  outcome: string | null;
  after: number;
  row?: { number: number; name: number };
  assignedBefore: Name | null;
};

export type Run = {
  id: number;
  by: Name;
  kind: RunKind;
  state: RunState;
  begunAt: number;
  endedAt: number | null;
  undoes: number | null;
  assignee: Name | null;
  items: Item[];
};

type Held = { kind: string; subject: Name | null; askedBy: Name; dueAt: number };

type Card = { id: number; madeBy: Name; worksFrom: number; endsAt: number };
export type ShareCode = { id: number; endsAt: number; usesLeft: number; name: number };
/** The person of a record who has their own page. */
type Holder = { id: number; hasRefused: boolean; isFrozen: boolean; codes: ShareCode[] };

export type Site = {
  now: number;
  members: Record<Name, Member>;
  entries: Entry[];
  /** What the history says of each record that ever existed. */
  trails: Record<number, string[]>;
  cards: Record<number, Card>;
  holders: Record<number, Holder>;
  /** Every card, code and key that was ever made. */
  cardsMade: number[];
  codesMade: number[];
  keysMade: [number, Name][];
  runs: Run[];
  held: Held[];
  fourEyes: boolean;
  policy: "open" | "guarded" | "code";
  erasedEntries: number[];
  erasedMembers: Name[];
  /** The last backup, and whether the list of deletions beside it lacks one. */
  saved: Site | null;
  lacksDeletion: boolean;
  /** True once something that strangers saw was withdrawn or replaced. */
  hasWithdrawal: boolean;
  /** True once somebody wrote to the database that a withdrawn statement stands. */
  isForged: boolean;
};

/** Numbers that are given to records, runs, cards and keys. A restored site never gives one again. */
export type Counter = { last: number };

export const minute = 60_000;
export const day = 24 * 60 * minute;

export type Outcome = "done" | "nothing";

export class Refused extends Error {}

export function refuse(reason: string): never {
  throw new Refused(reason);
}

export function must(isTrue: boolean, reason: string): asserts isTrue {
  if (!isTrue) refuse(reason);
}

const member = (role: Role): Member => ({
  role,
  isSuspended: false,
  isGone: false,
  givenBy: null,
  givenAt: 0,
  keys: {},
});

export const newSite = (now: number): Site => ({
  now,
  members: { Ada: member("admin"), Ben: member("admin"), Mina: member("moderator"), Omar: member("moderator") },
  entries: [],
  trails: {},
  cards: {},
  holders: {},
  cardsMade: [],
  codesMade: [],
  keysMade: [],
  runs: [],
  held: [],
  fourEyes: false,
  policy: "open",
  erasedEntries: [],
  erasedMembers: [],
  saved: null,
  lacksDeletion: false,
  hasWithdrawal: false,
  isForged: false,
});

/** Somebody on the staff. With a key, a program acts for them. */
export type Actor = { name: Name; key?: number };

/** Nobody acts whose account is gone or suspended, and no key acts that has ended. */
export function signedIn(site: Site, { name, key }: Actor): Member {
  const found = site.members[name];
  must(!found.isGone && !found.isSuspended, "not-signed-in");
  must(key === undefined || (found.keys[key] ?? 0) > site.now, "not-signed-in");
  return found;
}

export function admin(site: Site, actor: Actor): void {
  must(signedIn(site, actor).role === "admin", "not-allowed");
}

export function adminOrModerator(site: Site, actor: Actor): Role {
  const { role } = signedIn(site, actor);
  must(role !== "student", "not-allowed");
  return role;
}

export const entryWith = (site: Site, id: number | null): Entry | undefined =>
  site.entries.find((entry) => entry.id === id);

export const isShown = ({ approval, isHidden }: Entry): boolean => approval === "approved" && !isHidden;

/** For a moderator, the records of others do not exist. */
export const mayRead = (role: Role, name: Name, entry: Entry): boolean =>
  role === "admin" || (role === "moderator" && entry.addedBy === name);

export const mayWorkOn = (site: Site, name: Name, entry: Entry): boolean => {
  const { role, isSuspended, isGone } = site.members[name];
  return !isSuspended && !isGone && mayRead(role, name, entry);
};

export function note(site: Site, id: number, who: string, action: string): void {
  (site.trails[id] ??= []).push(`${who} ${action}`);
}

/** What a stranger reads about a number: the record's name, or null. `knowsName`: they also give the right name. */
export function strangerSees(site: Site, by: "passport" | "ircc", number: number, knowsName: boolean): Entry | null {
  if (site.policy === "code" || (site.policy === "guarded" && !knowsName)) return null;
  return site.entries.find((entry) => entry[by] === number && isShown(entry)) ?? null;
}
