import { type Actor, admin, type Edit, type Entry, must, type Outcome, type Site } from "./site.ts";
import { next, setRevision } from "./revisions.ts";

/** An admin adds the one own field of these sequences, removes it or brings it back, and says whether it is needed. */
export function declare(
  site: Site,
  actor: Actor,
  { isUsed, isNeeded }: { isUsed: boolean; isNeeded: boolean },
): Outcome {
  admin(site, actor);
  const { ownField } = site;
  if (ownField?.isUsed === isUsed && ownField.isNeeded === isNeeded) return "nothing";
  must(!(isUsed && ownField?.isEmptying === true), "stale");
  site.ownField = { isEmptying: false, emptiedAt: null, ...ownField, isUsed, isNeeded };
  return "done";
}

/** True if an approval would publish the record without a needed value. What the public record lacks may stay so. */
export function lacksNeeded({ ownField }: Site, entry: Entry): boolean {
  if (!ownField?.isUsed || !ownField.isNeeded || next(entry).own !== null) return false;
  return entry.approval !== "approved" || entry.own !== null;
}

/** Nothing that was typed of it is left, also where it waits. Only what nothing else waits in is discarded, as a new version. */
export function empty(site: Site): void {
  if (!site.ownField?.isEmptying) return;
  for (const entry of site.entries) {
    entry.own = null;
    delete entry.base.own;
    entry.edits = withoutOwn(entry.edits);
    if (entry.revision) entry.revision.edits = withoutOwn(entry.revision.edits);
    if (entry.revision?.edits.length === 0) setRevision(site, "own-values", entry, null, "revision-discarded");
  }
  for (const run of site.runs) run.value = undefined;
  Object.assign(site.ownField, { isEmptying: false, emptiedAt: site.now });
}

const withoutOwn = (edits: readonly Edit[]): Edit[] =>
  edits
    .map(({ by, to }) => ({ by, to: Object.fromEntries(Object.entries(to).filter(([fact]) => fact !== "own")) }))
    .filter(({ to }) => Object.keys(to).length > 0);

/** What was deleted for good does not come back with an undo. `at`: when the change that is undone was made. */
export const isGone = ({ ownField }: Site, at: number): boolean =>
  ownField !== null && (ownField.isEmptying || (ownField.emptiedAt !== null && at <= ownField.emptiedAt));
