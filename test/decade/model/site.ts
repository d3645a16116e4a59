/**
 * What the site promises, written a second time without any of its code. Every rule throws a refusal, or changes the
 * state and returns an outcome. The runner compares both with what the program does.
 */
export type Role = "admin" | "moderator" | "student";
export const names = ["Ada", "Ben", "Mina", "Omar"] as const;
export type Name = (typeof names)[number];

export type MemberChange = `make-${Role}` | "suspend" | "restore" | "delete";

/** `gifts`: who gave this person a role, and when. The operator's command line gave the first one. */
type Member = { role: Role; isSuspended: boolean; isGone: boolean; gifts: { by: Name; at: number }[] };

export type Entry = {
  id: number;
  passport: number;
  ircc: number;
  name: number;
  addedBy: Name;
  approval: "waiting" | "approved" | "returned";
  /** True if somebody sent the record back, and nobody has approved it since. */
  hasReason: boolean;
  isHidden: boolean;
  addedAt: number;
  changedAt: number;
  /** When it was last approved. */
  approvedAt: number;
  version: number;
  assignedTo: Name | null;
  /** The file of its document. */
  file: number | null;
  /** The file of its document of the operator's own paper. */
  paper: number | null;
  /** What its holder holds back from strangers. */
  heldBack: DocumentFact[];
  /** The value of the operator's own field. */
  own: number | null;
  /** The counted day on which a notice ends, and the day until which an admin keeps the record. */
  noticeEnds: number | null;
  keptUntil: string;
  /** What each update replaced. */
  befores: (Facts & Pick<Entry, "approval"> & { at: number })[];
  /** What waits beside an approved record. */
  revision: Revision | null;
  /** Of a record that waits, under four eyes: who edited it, and what was there before. */
  edits: Edit[];
  base: Partial<Facts>;
};

/** What a record says, as far as these sequences change it. */
export type Facts = Pick<Entry, "passport" | "ircc" | "name" | "file" | "paper" | "own">;

/** The facts that are documents: one of a kind of the program, and one of the operator's own paper. */
export const documentFacts = ["file", "paper"] as const;
export type DocumentFact = (typeof documentFacts)[number];

/** What one person wants of it. */
export type Edit = { by: Name; to: Partial<Facts> };

export type Revision = { edits: Edit[]; isReturned: boolean; hasReason: boolean; begunAt: number };

export type RunKind = "hide" | "unhide" | "update" | "approve" | "withdraw" | "assign" | "delete" | "erase" | "import";

/** A row of a table. */
export type Row = { number: number; name: number };

/** `entry` is null for a row that adds a record. `version` is the one that was listed, and later the one that was left. */
export type Item = {
  entry: number | null;
  version: number;
  outcome: string | null;
  row?: Row;
  assignedBefore?: Name | null;
};

export type Run = {
  id: number;
  by: Name;
  kind: RunKind;
  state: "checking" | "asked" | "running" | "done" | "stopped";
  begunAt: number;
  endedAt: number | null;
  undoes: number | null;
  assignee: Name | null;
  /** The value that an update gives the own field. Undefined once the values were deleted. */
  value?: number | null | undefined;
  /** An import that begins as soon as it is checked. */
  begins: boolean;
  items: Item[];
};

/** A change that waits for a second admin. */
export type Held = {
  kind: MemberChange | "four-eyes-off" | "shown-kinds" | "shown-papers" | "own-values";
  subject: Name | null;
  askedBy: Name;
  dueAt: number;
};

/** What opens something until it ends, and what it belongs to: a key to a person, a card or a code to a record. */
type Key = { id: number; of: Name; endsAt: number };
type Card = { id: number; of: number; isOpen: boolean; madeBy: Name; worksFrom: number; endsAt: number };
type ShareCode = { id: number; of: number; endsAt: number; usesLeft: number; name: number };

/** The person of a record who has their own page. */
export type Holder = { id: number; isFrozen: boolean; openedWith: Name };

/** Somebody waits for a record with this number, and typed a name with it. */
type Watch = { mailbox: number; number: number; name: number; endsAt: number };
/** What an organisation was told of a record: when it was published, and whether it has a document. */
type Told = { entry: number; number: number; name: number; published: string; hasDocument: boolean; endsAt: number };
/** What an organisation asked on a day: each number with each name, and how often it guessed since it was let go on. */
type Asked = { names: Map<number, Set<string>>; otherNames: number; misses: number };
/** A signed receipt: the key that signed it, and what was asked and answered. */
export type Receipt = { key: number; answers: { asked: Row; published: string | null; hasDocument: boolean }[] };
/** A mail to a mailbox, or to the organisation, about these numbers. */
type Letter = { to: number | "desk"; numbers: number[] };
type Mail = Letter & { usefulUntil: number; tries: number; nextTryAt: number };

export const minute = 60_000;
export const day = 24 * 60 * minute;
export const startOfTime = Date.UTC(2027, 0, 4, 9);

const member = (role: Role): Member => ({ role, isSuspended: false, isGone: false, gifts: [] });

/** What no backup has: a restore leaves it as it is. */
class Outside {
  /** Records, runs, cards, codes, keys and files get the next number. None is given twice. */
  lastId = 0;
  mailServer: "takes mails" | "refuses every mail" | "takes mails and loses its answers" = "takes mails";
  store: "works" | "takes nothing" | "removes nothing" = "works";
  /** Each mail that arrived, as often as it did. */
  arrived: Letter[] = [];
  receipts: Receipt[] = [];
  /** All that were ever made. What has ended stays in its list. */
  keys: Key[] = [];
  cards: Card[] = [];
  codes: ShareCode[] = [];
  /** Every file that ever became a document, with its record. */
  files: { id: number; of: number }[] = [];
  /** The list of deletions beside the backups, and whether it lacks one. */
  erasedEntries = new Set<number>();
  erasedMembers = new Set<Name>();
  lacksDeletion = false;
  /** The last backup. */
  saved: Omit<Site, "outside"> | null = null;
  /** True once somebody wrote to the database that a withdrawn statement stands. */
  isForged = false;
}

export class Site {
  now = startOfTime;
  outside = new Outside();
  members: Record<Name, Member> = {
    Ada: member("admin"),
    Ben: member("admin"),
    Mina: member("moderator"),
    Omar: member("moderator"),
  };
  entries: Entry[] = [];
  /** What the history says of each record that ever existed. */
  trails: Record<number, string[]> = {};
  holders: Record<number, Holder> = {};
  runs: Run[] = [];
  held: Held[] = [];
  fourEyes = false;
  /** The operator's one own field. Null until an admin adds it. */
  ownField: { isUsed: boolean; isNeeded: boolean; isEmptying: boolean; emptiedAt: number | null } | null = null;
  policy: "open" | "guarded" | "code" = "open";
  /** Whether strangers see documents of the kinds of the program. */
  showsDocuments = true;
  /** Whether they will see those of the kind that is switched off, once it is on again. Null while it is on. */
  whileOff: { showsDocuments: boolean } | null = null;
  /** The operator's one own paper. Null until an admin adds it. */
  ownPaper: { isUsed: boolean; isShown: boolean } | null = null;
  /** An organisation that checks numbers. It is stopped if it guesses. */
  desk = { told: [] as Told[], asked: new Map<string, Asked>(), isStopped: false };
  /** From when on a month is counted, after which records are deleted, and how many days were counted for notices. */
  retention = { since: "never" as "never" | "published" | "changed", days: 0, countedAt: null as number | null };
  /** The keys that the site publishes. The last one signs. */
  signingKeys = [0];
  watches: Watch[] = [];
  /** Until when a mailbox gets no mails about watches. */
  stops: Record<number, number> = {};
  mails: Mail[] = [];
  /** True once something that strangers saw was withdrawn or replaced. */
  hasWithdrawal = false;
}

export type Outcome = "done" | "nothing";

export class Refused extends Error {}

export function refuse(reason: string): never {
  throw new Refused(reason);
}

export function must(isTrue: boolean, reason: string): asserts isTrue {
  if (!isTrue) refuse(reason);
}

export const nextId = ({ outside }: Site): number => (outside.lastId += 1);

export const isActive = ({ isGone, isSuspended }: Member): boolean => !isGone && !isSuspended;

export const isAdmin = ({ members }: Site, name: Name): boolean =>
  members[name].role === "admin" && isActive(members[name]);

/** Somebody on the staff. With a key, a program acts for them. */
export type Actor = { name: Name; key?: number };

/** Nobody acts whose account is gone or suspended, and no key acts that has ended. */
export function signedIn({ members, outside, now }: Site, { name, key }: Actor): Role {
  must(isActive(members[name]), "not-signed-in");
  const works = outside.keys.some(({ id, of, endsAt }) => id === key && of === name && endsAt > now);
  must(key === undefined || works, "not-signed-in");
  return members[name].role;
}

export function admin(site: Site, actor: Actor): void {
  must(signedIn(site, actor) === "admin", "not-allowed");
}

export function adminOrModerator(site: Site, actor: Actor): Role {
  const role = signedIn(site, actor);
  must(role !== "student", "not-allowed");
  return role;
}

export const entryWith = (site: Site, id: number | null): Entry | undefined =>
  site.entries.find((entry) => entry.id === id);

export const isShown = ({ approval, isHidden }: Entry): boolean => approval === "approved" && !isHidden;

/** For a moderator, the records of others do not exist. */
export const mayRead = ({ members }: Site, name: Name, entry: Entry): boolean =>
  members[name].role === "admin" || (members[name].role === "moderator" && entry.addedBy === name);

export const mayWorkOn = (site: Site, name: Name, entry: Entry): boolean =>
  isActive(site.members[name]) && mayRead(site, name, entry);

export function note(site: Site, id: number, who: string, action: string): void {
  (site.trails[id] ??= []).push(`${who} ${action}`);
}

/** Some words of a name are enough: the first name is a part of the second. */
export const isNameOf = (given: number | null, name: number) => given === name || (given === 0 && name === 1);

/** A share code works with the first name that its holder had. The first two of the names begin alike. */
export const isFirstNameOf = (given: number, name: number) => given === name || given + name === 1;

/** What a stranger learns from a number, with or without a name. */
export function strangerSees(site: Site, by: "passport" | "ircc", number: number, name: number | null): Entry | null {
  const entry = site.entries.find((one) => one[by] === number && isShown(one));
  if (!entry || site.policy === "code") return null;
  return site.policy === "open" || isNameOf(name, entry.name) ? entry : null;
}

const days = new Intl.DateTimeFormat("sv");
export const dayOf = (time: number): string => days.format(time);

export function queue(site: Site, letter: Letter): void {
  site.mails.push({ ...letter, usefulUntil: site.now + day, tries: 0, nextTryAt: site.now });
}

export const isForStrangers = ({ showsDocuments, ownPaper }: Site, fact: DocumentFact): boolean =>
  fact === "file" ? showsDocuments : ownPaper?.isUsed === true && ownPaper.isShown;

/** The documents of a shown record that strangers see. */
export const shownDocuments = (site: Site, entry: Entry): DocumentFact[] =>
  documentFacts.filter((fact) => entry[fact] !== null && isForStrangers(site, fact) && !entry.heldBack.includes(fact));

/** Who has a link that was just made opens a document that strangers see of a record, and nothing else. */
export const linkOpens = (site: Site, file: number): boolean =>
  site.entries.some((entry) => isShown(entry) && shownDocuments(site, entry).some((fact) => entry[fact] === file));
