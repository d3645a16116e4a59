import {
  documentFacts,
  type Edit,
  type Entry,
  type Facts,
  isForStrangers,
  isShown,
  must,
  type Name,
  note,
  type Outcome,
  type Revision,
  type Site,
} from "./site.ts";
import { mayBeSecond } from "./members.ts";

const factsIn = ({ passport, ircc, name, file, paper, own }: Facts): Facts => ({
  passport,
  ircc,
  name,
  file,
  paper,
  own,
});

const names = ["passport", "ircc", "name", "file", "paper", "own"] as const;

const differing = (one: Facts, other: Facts) => names.filter((field) => one[field] !== other[field]);

const isSame = (one: Facts, other: Facts) => differing(one, other).length === 0;

const fold = (base: Facts, edits: readonly Edit[]): Facts =>
  Object.assign({}, base, ...edits.map(({ to }) => to)) as Facts;

/** The record as its next approval publishes it. */
export const next = (entry: Entry): Facts =>
  entry.revision ? fold(factsIn(entry), entry.revision.edits) : factsIn(entry);

/** The record without what the end of the rule throws away: the operator chose nothing, so all that waits. */
export const asKept = (site: Site, entry: Entry): Entry => (site.fourEyes ? entry : { ...entry, revision: null });

/** What the next approval is about. */
export function stateOf({ revision, approval }: Entry): Entry["approval"] {
  if (!revision) return approval;
  return revision.isReturned ? "returned" : "waiting";
}

/** Each person has one wish for each fact. Nothing is left if the record is to be as it was. */
function withEdit(base: Facts, edits: readonly Edit[], by: Name, wanted: Facts): Edit[] {
  const changed = differing(fold(base, edits), wanted);
  const others = edits.map((edit) => (edit.by === by ? { by, to: without(edit.to, changed) } : edit));
  const missing = differing(fold(base, others), wanted);
  const mine = { by, to: Object.fromEntries(missing.map((field) => [field, wanted[field]])) };
  return real(base, [...others, mine]);
}

const without = (to: Partial<Facts>, fields: readonly (keyof Facts)[]): Partial<Facts> =>
  Object.fromEntries(Object.entries(to).filter(([field]) => !fields.some((one) => one === field)));

function real(base: Facts, edits: readonly Edit[]): Edit[] {
  const left = edits.filter(({ to }) => Object.keys(to).length > 0);
  return isSame(base, fold(base, left)) ? [] : left;
}

/** Who may not approve what waits. */
const authorsOf = ({ revision, approval, edits, addedBy }: Entry): Name[] => [
  ...(revision?.edits ?? edits).map(({ by }) => by),
  ...(approval === "approved" ? [] : [addedBy]),
];

export const isSecond = (site: Site, name: Name, entry: Entry): boolean =>
  !site.fourEyes || authorsOf(entry).every((author) => mayBeSecond(site, name, author));

/** Whoever has a file of it may see it: the record, what waits, and what was before. */
export const filesOf = (entry: Entry): number[] =>
  [entry, entry.base, ...[...entry.edits, ...(entry.revision?.edits ?? [])].map(({ to }) => to)].flatMap((facts) =>
    documentFacts.flatMap((fact) => facts[fact] ?? []),
  );

/** True if strangers see none of these facts of a shown record. */
export const areUnseen = (site: Site, facts: readonly string[]): boolean =>
  facts.every((name) => name === "own" || documentFacts.some((fact) => fact === name && !isForStrangers(site, fact)));

/** One more version, and what is seen of it from now on. */
function saved(site: Site, who: string, entry: Entry, to: Partial<Entry>, action: string): void {
  site.hasWithdrawal ||= isShown(entry) && Object.keys(to).length > 0 && !areUnseen(site, Object.keys(to));
  Object.assign(entry, to, { version: entry.version + 1 });
  note(site, entry.id, who, action);
}

export function setRevision(site: Site, who: string, entry: Entry, revision: Revision | null, action: string): void {
  entry.revision = revision;
  saved(site, who, entry, {}, action);
}

/**
 * Under four eyes, a change of an approved record waits beside it, but a document that is taken away is gone at once, unless it was to replace the approved one, which then stays. Of a
 * record that waits, somebody knows who edited it.
 */
export function change(site: Site, who: Name, entry: Entry, to: Partial<Facts>, approval?: Entry["approval"]): Outcome {
  if (site.fourEyes && entry.approval === "approved") return revise(site, who, entry, to, approval === "waiting");
  // Nobody settled it yet: the operator chose nothing, so what waited is gone with the next change.
  const before = { ...factsIn(entry), approval: entry.approval, at: site.now };
  const wanted = { ...factsIn(entry), ...to };
  const isNew = approval !== undefined && approval !== entry.approval;
  if (isSame(factsIn(entry), wanted) && !isNew) return "nothing";
  const old = { ...factsIn(entry), ...entry.base };
  const isEdited = site.fourEyes && entry.approval !== "approved" && !isSame(factsIn(entry), wanted);
  const edits = isEdited ? withEdit(old, entry.edits, who, wanted) : isSame(factsIn(entry), wanted) ? entry.edits : [];
  const fields = differing(factsIn(entry), wanted);
  const facts = Object.fromEntries(fields.map((field) => [field, wanted[field]]));
  saved(site, who, entry, { ...facts, ...(isNew && { approval }) }, "candidate-updated");
  entry.befores.push(before);
  Object.assign(entry, { changedAt: site.now, revision: null, edits, base: basis(old, edits) });
  return "done";
}

function basis(old: Facts, edits: readonly Edit[]): Partial<Facts> {
  const fields = new Set(edits.flatMap(({ to }) => Object.keys(to)));
  return Object.fromEntries(Object.entries(old).filter(([field]) => fields.has(field)));
}

function revise(site: Site, who: Name, entry: Entry, to: Partial<Facts>, isSentAgain: boolean): Outcome {
  const before = next(entry);
  const wanted = { ...before, ...to };
  const isAgain = isSentAgain && entry.revision?.isReturned === true;
  if (isSame(before, wanted) && !isAgain) return "nothing";
  let edits = entry.revision?.edits ?? [];
  const taken = documentFacts.filter((fact) => wanted[fact] === null && entry[fact] !== null);
  const gone = taken.filter((fact) => before[fact] === entry[fact]);
  if (gone.length > 0) {
    saved(site, who, entry, Object.fromEntries(gone.map((fact) => [fact, null])), "candidate-updated");
    entry.changedAt = site.now;
  }
  for (const fact of taken) wanted[fact] = entry[fact];
  edits = edits
    .map((edit) => ({ by: edit.by, to: without(edit.to, taken) }))
    .filter((edit) => Object.keys(edit.to).length > 0);
  edits = withEdit(factsIn(entry), edits, who, wanted);
  const old = entry.revision;
  const isReturned = old?.isReturned === true && !isSentAgain;
  const revision = edits.length > 0 ? { begunAt: site.now, hasReason: false, ...old, edits, isReturned } : null;
  entry.befores.push({ ...before, approval: "approved", at: site.now });
  if (JSON.stringify(revision) !== JSON.stringify(old)) setRevision(site, who, entry, revision, "revision-changed");
  return "done";
}

/** What waits becomes what strangers see. */
export function publish(site: Site, who: string, entry: Entry, action = "revision-approved"): void {
  const facts = next(entry);
  const fields = differing(factsIn(entry), facts);
  entry.revision = null;
  saved(site, who, entry, Object.fromEntries(fields.map((field) => [field, facts[field]])), action);
  entry.changedAt = site.now;
}

/** The approval is taken back: what waited beside the record waits in it, or stays sent back with it. */
export function merge(entry: Entry): void {
  if (!entry.revision) return;
  const old = factsIn(entry);
  const { hasReason } = entry.revision;
  entry.edits = entry.revision.edits;
  entry.base = basis(old, entry.edits);
  Object.assign(entry, next(entry), { revision: null, hasReason });
}

export function sendRevisionBack(site: Site, who: Name, entry: Entry, revision: Revision): Outcome {
  if (revision.isReturned && revision.hasReason) return "nothing";
  setRevision(site, who, entry, { ...revision, isReturned: true, hasReason: true }, "revision-sent-back");
  return "done";
}

/** Whoever takes back what they wanted may approve the rest. A number that another record got does not come back. */
export function takeBack(site: Site, who: Name, entry: Entry): Outcome {
  const { revision } = entry;
  const old = { ...factsIn(entry), ...(revision ? {} : entry.base) };
  const edits = revision?.edits ?? entry.edits;
  const others = real(
    old,
    edits.filter(({ by }) => by !== who),
  );
  if (others.length === edits.length) return "nothing";
  const taken = takenIn(site, entry, fold(old, others));
  const left = real(
    old,
    others.map(({ by, to }) => ({ by, to: without(to, taken) })),
  );
  const wanted = fold(old, left);
  must(takenIn(site, entry, wanted).length === 0, "duplicate-number");
  if (revision) {
    setRevision(site, who, entry, left.length > 0 ? { ...revision, edits: left } : null, "revision-taken-back");
    return "done";
  }
  Object.assign(entry, { edits: left, base: basis(old, left), changedAt: site.now });
  saved(site, who, entry, wanted, "revision-taken-back");
  return "done";
}

/** The numbers among these facts that another record got in the meantime. */
const takenIn = (site: Site, entry: Entry, wanted: Facts) =>
  (["passport", "ircc"] as const).filter(
    (field) => wanted[field] !== next(entry)[field] && isTaken(site, { [field]: wanted[field] }, entry.id),
  );

/** A number belongs to the record that has it, or to the one whose revision has it. */
export const isTaken = (site: Site, { passport, ircc }: Partial<Facts>, but?: number): boolean =>
  site.entries.some((entry) => {
    const facts = [factsIn(entry), next(entry)];
    const has = facts.some((one) => one.passport === passport || one.ircc === ircc);
    return entry.id !== but && has;
  });

/** Once the rule is off, the program throws away what waits, as nobody chose otherwise. */
export function settle(site: Site): void {
  if (site.fourEyes) return;
  for (const entry of site.entries)
    if (entry.revision) setRevision(site, "four-eyes-off", entry, null, "revision-discarded");
}
