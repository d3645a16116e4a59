import { mayWorkOn, must, names, note, type Site, type Outcome } from "./site.ts";
import { erase } from "./records.ts";

/** A backup writes anew whatever the list of deletions lacks. */
export function backUp(site: Site): Outcome {
  site.saved = null;
  site.lacksDeletion = false;
  site.saved = structuredClone(site);
  return "done";
}

/** Whoever writes to the database cannot undo a withdrawal unseen: the public log has it. */
export function forgeStatement(site: Site): Outcome {
  site.isForged = true;
  return "done";
}

/** Somebody removes a deletion from the list beside the backups. */
export function loseDeletion(site: Site): Outcome {
  site.lacksDeletion = true;
  return "done";
}

/**
 * The site is as it was at the last backup, but whoever was deleted since stays deleted. Nobody has a key, a card, a code,
 * a watch or a run any more, and no organisation waits for the end of an answer: it may have ended after the backup.
 */
export function restore(site: Site): Outcome {
  const { saved } = site;
  must(saved !== null && !site.lacksDeletion, "refused");
  const { now, erasedEntries, erasedMembers, cardsMade, codesMade, keysMade, filesMade } = site;
  const { arrived, mailServer, store } = site;
  Object.assign(site, structuredClone(saved), {
    now,
    erasedEntries: [],
    erasedMembers,
    saved,
    cardsMade,
    codesMade,
    keysMade,
    filesMade,
    arrived,
    mailServer,
    store,
    watches: [],
    mails: [],
    desk: { ...saved.desk, told: [], misses: 0 },
    cards: {},
    runs: [],
    held: [],
  });
  for (const name of names) site.members[name].keys = {};
  for (const holder of Object.values(site.holders)) holder.codes = [];
  for (const entry of site.entries) if (erasedEntries.includes(entry.id)) erase(site, "restore", entry);
  site.erasedEntries = erasedEntries;
  for (const name of erasedMembers) {
    const { isGone } = site.members[name];
    const assigned = site.entries.filter(({ assignedTo }) => assignedTo === name);
    site.members[name].isGone = true;
    for (const entry of isGone ? [] : assigned) {
      if (mayWorkOn(site, name, entry)) continue;
      entry.assignedTo = null;
      note(site, entry.id, "restore", "record-assigned");
    }
  }
  return "done";
}
