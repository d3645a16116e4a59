import type { Language } from "../settings/languages.ts";

type PaperRow = { title: string; pages: string; lastDay: string };

/** The words of a slip: one published record on a page to keep, send or print. */
export type Slip = {
  language: Language;
  isFromRight: boolean;
  title: string;
  operator: { name: string; licence: string; logo: Uint8Array | null };
  /** The host of the site and its full address. */
  site: { host: string; address: string };
  /** What has ended, above everything else: a sentence, and lines if it gives only a number. Empty if nothing has. */
  ended: readonly string[];
  /** The line above the name. */
  heading: string;
  name: string;
  /** Said below the name if one of its letters is printed as a box. */
  boxes: string;
  portrait: Uint8Array | null;
  published: string;
  number: { label: string; written: string };
  /** With neither rows nor `none`, the slip says nothing of documents. */
  documents: { heading: string; none: string; rows: readonly PaperRow[] };
  /** The operator's own papers, under a heading that says who wrote their names. */
  ownPapers: { heading: string; rows: readonly PaperRow[] };
  notSaid: { heading: string; lines: readonly string[]; money: string };
  check: { heading: string; steps: readonly { mark: string; words: string }[]; keyLabel: string; keyWords: string };
  /** The link of the QR code. */
  link: string;
  foot: readonly string[];
  madeAt: number;
};
