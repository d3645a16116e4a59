import { type Holder, type Name, note, type Site } from "./site.ts";

/** Ends the card of a record, and the codes of its holder: at a time, or as if they had never been. */
export function endAccess({ outside }: Site, record: number, at = 0): void {
  for (const card of outside.cards) if (card.of === record) card.isOpen = false;
  for (const code of outside.codes) if (code.of === record) code.endsAt = Math.min(code.endsAt, at);
}

export function freezePage(site: Site, who: Name, record: number, holder: Holder): void {
  holder.isFrozen = true;
  endAccess(site, record, site.now);
  note(site, record, who, "holder-frozen");
}

/** Whoever is shut out without an answer why counts as suspected: the pages that were opened with their cards are frozen. */
export function freezePagesOf(site: Site, who: Name, suspect: Name): void {
  for (const [record, holder] of Object.entries(site.holders))
    if (holder.openedWith === suspect && !holder.isFrozen) freezePage(site, who, Number(record), holder);
}

/** Whoever is shut out leaves no card that opens a page. */
export function endCardsOf(site: Site, who: Name, maker: Name): void {
  for (const card of site.outside.cards.filter(({ isOpen, madeBy }) => isOpen && madeBy === maker)) {
    card.isOpen = false;
    if (card.endsAt > site.now) note(site, card.of, who, "holder-link-withdrawn");
  }
}
