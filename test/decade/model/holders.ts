import {
  type Actor,
  admin,
  adminOrModerator,
  day,
  type DocumentFact,
  type Entry,
  entryWith,
  isActive,
  isForStrangers,
  isShown,
  must,
  nextId,
  note,
  type Outcome,
  shownDocuments,
  type Site,
} from "./site.ts";
import { endAccess, freezePage } from "./pages.ts";
import { found } from "./records.ts";

export const openCard = ({ outside }: Site, record: number) =>
  outside.cards.find(({ of, isOpen }) => of === record && isOpen);

/**
 * Staff hand a card to the person of a record. It replaces the card before it. Where somebody has the page already, the
 * card works after three days, in which they may refuse it.
 */
export function offerCard(site: Site, actor: Actor, record: number): Outcome {
  adminOrModerator(site, actor);
  found(site, actor, record);
  const hasPage = site.holders[record] !== undefined;
  must(!hasPage || actor.key === undefined, "prove-again");
  const before = openCard(site, record);
  if (before) before.isOpen = false;
  const [worksFrom, endsAt] = [site.now + (hasPage ? 3 * day : 0), site.now + 14 * day];
  site.outside.cards.push({ id: nextId(site), of: record, isOpen: true, madeBy: actor.name, worksFrom, endsAt });
  note(site, record, actor.name, "holder-link-made");
  return "done";
}

/** A card opens the page once, within its time, and only while whoever made it is still on the staff. */
export function useCard(site: Site, id: number): Outcome {
  const card = site.outside.cards.find((one) => one.id === id && one.isOpen);
  must(card !== undefined && card.worksFrom <= site.now && card.endsAt > site.now, "wrong-card");
  const maker = site.members[card.madeBy];
  must(maker.role !== "student" && isActive(maker), "wrong-card");
  endAccess(site, card.of);
  site.holders[card.of] = { id: nextId(site), isFrozen: false, openedWith: card.madeBy };
  note(site, card.of, "holder", "holder-bound");
  return "done";
}

function notFrozen(site: Site, record: number): void {
  must(site.holders[record]?.isFrozen === false, "page-frozen");
}

/** The holder ends a card that would hand their page on. */
export function refuseCard(site: Site, record: number): Outcome {
  notFrozen(site, record);
  const card = openCard(site, record);
  if (!card) return "done";
  card.isOpen = false;
  note(site, record, "holder", "holder-link-refused");
  return "done";
}

/** An admin ends the access of a holder, with all codes. */
export function freeze(site: Site, actor: Actor, record: number): Outcome {
  admin(site, actor);
  must(actor.key === undefined, "prove-again");
  const holder = site.holders[record];
  must(holder !== undefined, "not-found");
  must(!holder.isFrozen, "stale");
  freezePage(site, actor.name, record, holder);
  return "done";
}

export function makeCode(site: Site, record: number, { days, uses }: { days: number; uses: number }): Outcome {
  notFrozen(site, record);
  const name = entryWith(site, record)?.name ?? 0;
  site.outside.codes.push({ id: nextId(site), of: record, endsAt: site.now + days * day, usesLeft: uses, name });
  note(site, record, "holder", "share-code-made");
  return "done";
}

export const lastCode = ({ outside }: Site, record: number) => outside.codes.findLast(({ of }) => of === record);

export function endLastCode(site: Site, record: number): Outcome {
  notFrozen(site, record);
  const code = lastCode(site, record);
  if (!code || code.endsAt <= site.now) return "done";
  code.endsAt = site.now;
  note(site, record, "holder", "share-code-revoked");
  return "done";
}

/** What a code shows: the record, while strangers see it, as often and as long as its holder allowed. */
export function useCode(site: Site, id: number): Entry | null {
  const code = site.outside.codes.find((one) => one.id === id);
  const entry = entryWith(site, code?.of ?? null);
  if (!code || !entry || !isShown(entry) || code.endsAt <= site.now || code.usesLeft === 0) return null;
  code.usesLeft -= 1;
  return entry;
}

/** The holder holds a document back from strangers, or shows it again. Of an own paper, only one that they see. */
export function holdBack(
  site: Site,
  record: number,
  { fact, isWithheld }: { fact: DocumentFact; isWithheld: boolean },
): Outcome {
  const isKnown = fact === "file" || (isWithheld ? isForStrangers(site, fact) : site.ownPaper !== null);
  must(isKnown, "invalid");
  notFrozen(site, record);
  const entry = entryWith(site, record);
  if (!entry || entry.heldBack.includes(fact) === isWithheld) return "done";
  const seen = shownDocuments(site, entry).length;
  const others = entry.heldBack.filter((one) => one !== fact);
  entry.heldBack = isWithheld ? [...others, fact] : others;
  Object.assign(entry, { version: entry.version + 1, changedAt: site.now });
  site.hasWithdrawal ||= isShown(entry) && shownDocuments(site, entry).length !== seen;
  note(site, record, "holder", isWithheld ? "document-kept-back" : "document-given-back");
  return "done";
}
