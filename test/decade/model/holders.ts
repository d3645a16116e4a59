import {
  type Actor,
  adminOrModerator,
  type Counter,
  day,
  type Entry,
  entryWith,
  isActive,
  isShown,
  mayRead,
  must,
  note,
  type ShareCode,
  type Site,
  type Outcome,
} from "./site.ts";

/**
 * Staff hand a card to the person of a record. Where somebody has the page already, the card works after three days, in
 * which they may refuse it.
 */
export function offerCard(site: Site, actor: Actor, id: number, counter: Counter): Outcome {
  const role = adminOrModerator(site, actor);
  const entry = entryWith(site, id);
  must(entry !== undefined && mayRead(role, actor.name, entry), "not-found");
  const holder = site.holders[id];
  must(!holder || actor.key === undefined, "prove-again");
  const worksFrom = site.now + (holder ? 3 * day : 0);
  site.cards[id] = { id: (counter.last += 1), madeBy: actor.name, worksFrom, endsAt: site.now + 14 * day };
  site.cardsMade.push(counter.last);
  note(site, id, actor.name, "holder-link-made");
  return "done";
}

/** A card opens the page once, within its time, and only while whoever made it is still on the staff. */
export function useCard(site: Site, card: number, counter: Counter): Outcome {
  const [id, found] = Object.entries(site.cards).find(([, one]) => one.id === card) ?? [];
  must(found !== undefined && found.worksFrom <= site.now && found.endsAt > site.now, "wrong-card");
  const maker = site.members[found.madeBy];
  must(maker.role !== "student" && isActive(maker), "wrong-card");
  delete site.cards[Number(id)];
  site.holders[Number(id)] = { id: (counter.last += 1), hasRefused: false, isFrozen: false, codes: [] };
  note(site, Number(id), "holder", "holder-bound");
  return "done";
}

/** The holder ends a card that would hand their page on. */
export function refuseCard(site: Site, id: number): Outcome {
  const holder = site.holders[id];
  must(holder !== undefined, "wrong-pin");
  must(!holder.isFrozen, "page-frozen");
  if (!site.cards[id]) return "done";
  delete site.cards[id];
  holder.hasRefused = true;
  note(site, id, "holder", "holder-link-refused");
  return "done";
}

/** An admin ends the access of a holder, with all codes. */
export function freeze(site: Site, actor: Actor, id: number): Outcome {
  const role = adminOrModerator(site, actor);
  must(role === "admin", "not-allowed");
  must(actor.key === undefined, "prove-again");
  must(entryWith(site, id) !== undefined && site.holders[id] !== undefined, "not-found");
  const holder = site.holders[id];
  must(!holder.isFrozen, "stale");
  delete site.cards[id];
  holder.isFrozen = true;
  for (const code of holder.codes) code.endsAt = Math.min(code.endsAt, site.now);
  note(site, id, actor.name, "holder-frozen");
  return "done";
}

export type Share = { id: number; days: number; uses: number };

export function makeCode(site: Site, record: number, { id, days, uses }: Share): Outcome {
  const holder = site.holders[record];
  const entry = entryWith(site, record);
  must(holder !== undefined && entry !== undefined, "not-found");
  must(!holder.isFrozen, "page-frozen");
  holder.codes.push({ id, endsAt: site.now + days * day, usesLeft: uses, name: entry.name });
  site.codesMade.push(id);
  note(site, record, "holder", "share-code-made");
  return "done";
}

export function endCode(site: Site, record: number, code: number): Outcome {
  const holder = site.holders[record];
  must(holder !== undefined, "not-found");
  must(!holder.isFrozen, "page-frozen");
  const found = holder.codes.find(({ id }) => id === code);
  if (!found || found.endsAt <= site.now) return "done";
  found.endsAt = site.now;
  note(site, record, "holder", "share-code-revoked");
  return "done";
}

/** What a code shows: the record, while strangers see it, as often and as long as its holder allowed. */
export function useCode(site: Site, code: number): { entry: Entry; share: ShareCode } | null {
  for (const [record, { codes }] of Object.entries(site.holders)) {
    const share = codes.find(({ id }) => id === code);
    const entry = entryWith(site, Number(record));
    if (!share || !entry || !isShown(entry) || share.endsAt <= site.now || share.usesLeft === 0) continue;
    share.usesLeft -= 1;
    return { entry, share };
  }
  return null;
}
