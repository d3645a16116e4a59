import { must, names, type Outcome, type Site } from "./site.ts";
import { endKeys, unassign } from "./members.ts";
import { endAccess } from "./pages.ts";
import { erase } from "./records.ts";

/** A backup writes anew whatever the list of deletions lacks. */
export function backUp({ outside, ...data }: Site): Outcome {
  outside.lacksDeletion = false;
  outside.saved = structuredClone(data);
  return "done";
}

/** Whoever writes to the database cannot undo a withdrawal unseen: the public log has it. */
export function forgeStatement({ outside }: Site): Outcome {
  outside.isForged = true;
  return "done";
}

/** Somebody removes a deletion from the list beside the backups. */
export function loseDeletion({ outside }: Site): Outcome {
  outside.lacksDeletion = true;
  return "done";
}

/**
 * The site is as it was at the last backup, but whoever was deleted since stays deleted. Nobody has a key, a card, a code,
 * a watch or a run any more, and no organisation waits for the end of an answer: it may have ended after the backup.
 * Notices begin anew.
 */
export function restore(site: Site): Outcome {
  const { now, outside } = site;
  must(outside.saved !== null && !outside.lacksDeletion, "refused");
  Object.assign(site, structuredClone(outside.saved), { now, runs: [], held: [], watches: [], mails: [] });
  Object.assign(site.desk, { told: [], asked: new Map() });
  Object.assign(site.retention, { days: 0, countedAt: null });
  for (const entry of site.entries) entry.noticeEnds = null;
  for (const { of } of [...outside.cards, ...outside.codes]) endAccess(site, of);
  for (const name of names) endKeys(site, name);
  for (const entry of site.entries) if (outside.erasedEntries.has(entry.id)) erase(site, "restore", entry);
  for (const name of outside.erasedMembers) {
    if (site.members[name].isGone) continue;
    site.members[name].isGone = true;
    unassign(site, "restore", name);
  }
  return "done";
}
