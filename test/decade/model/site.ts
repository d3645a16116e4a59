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
  /** When it was last approved. */
  approvedAt: number;
  version: number;
  assignedTo: Name | null;
  /** The file of its document. */
  file: number | null;
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

/** Somebody waits for a record with this number, and typed a name with it. */
type Watch = { mailbox: number; number: number; name: number; endsAt: number };
/** What an organisation was told of a record: when it was published, and whether it has a document. */
type Told = { entry: number; number: number; name: number; publishedOn: string; hasDocument: boolean };
/** A mail to a mailbox, or to the organisation, about these numbers. */
type Letter = { to: number | "desk"; numbers: number[] };
type Mail = Letter & { usefulUntil: number; tries: number; nextTryAt: number };

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
  /** Whether strangers see documents. */
  showsDocuments: boolean;
  /** Every file that ever became a document, with its record. */
  filesMade: [file: number, entry: number][];
  /** An organisation that checks numbers. It is stopped if it finds too little. */
  desk: { told: Told[]; day: string; misses: number; isStopped: boolean };
  watches: Watch[];
  /** Until when a mailbox gets no mails about watches. */
  stops: Record<number, number>;
  mails: Mail[];
  /** Each mail that arrived, as often as it did. */
  arrived: Letter[];
  mailServer: "takes mails" | "refuses every mail" | "takes mails and loses its answers";
  store: "works" | "takes nothing" | "removes nothing";
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
  showsDocuments: true,
  filesMade: [],
  desk: { told: [], day: "", misses: 0, isStopped: false },
  watches: [],
  stops: {},
  mails: [],
  arrived: [],
  mailServer: "takes mails",
  store: "works",
  erasedEntries: [],
  erasedMembers: [],
  saved: null,
  lacksDeletion: false,
  hasWithdrawal: false,
  isForged: false,
});

export const isActive = ({ isGone, isSuspended }: Member): boolean => !isGone && !isSuspended;

export const isAdmin = ({ members }: Site, name: Name): boolean =>
  members[name].role === "admin" && isActive(members[name]);

/** Somebody on the staff. With a key, a program acts for them. */
export type Actor = { name: Name; key?: number };

/** Nobody acts whose account is gone or suspended, and no key acts that has ended. */
export function signedIn(site: Site, { name, key }: Actor): Member {
  const found = site.members[name];
  must(isActive(found), "not-signed-in");
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

export const mayWorkOn = ({ members }: Site, name: Name, entry: Entry): boolean =>
  isActive(members[name]) && mayRead(members[name].role, name, entry);

export function note(site: Site, id: number, who: string, action: string): void {
  (site.trails[id] ??= []).push(`${who} ${action}`);
}

/** Some words of a name are enough: the first name is a part of the second. */
export const isNameOf = (given: number | null, name: number) => given === name || (given === 0 && name === 1);

/** What a stranger learns from a number, with or without a name. */
export function strangerSees(site: Site, by: "passport" | "ircc", number: number, name: number | null): Entry | null {
  const entry = site.entries.find((one) => one[by] === number && isShown(one));
  if (!entry || site.policy === "code") return null;
  return site.policy === "open" || isNameOf(name, entry.name) ? entry : null;
}

export const dayOf = (time: number): string => new Date(time).toDateString();

export function queue(site: Site, letter: Letter): void {
  site.mails.push({ ...letter, usefulUntil: site.now + day, tries: 0, nextTryAt: site.now });
}

/** Who has a link that was just made opens the document of a record that strangers see, and nothing else. */
export const linkOpens = (site: Site, file: number): boolean =>
  site.showsDocuments && site.entries.some((entry) => entry.file === file && isShown(entry));
