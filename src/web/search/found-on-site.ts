import type { Stretch } from "#core/search/excerpt.ts";

/** A page or a post in which something was found. */
export type FoundPage = { path: string; title: Stretch[]; excerpt: Stretch[]; day: string | null };

export type SiteAnswer =
  | { kind: "unasked" }
  /** Nothing in it is long enough to look for. */
  | { kind: "too-short"; question: string }
  /** It held the number of a paper; null where that came in an address, from which it is gone. */
  | { kind: "paper-number"; typed: string | null }
  | { kind: "found"; question: string; pages: FoundPage[]; news: FoundPage[]; isMore: boolean };
