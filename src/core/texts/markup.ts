import { hasNoCredentials } from "../web-address.ts";

/** The facts about the operator that the site fills in for a blank such as "{phone}". */
const blankNames = ["operator", "site", "licence", "register", "address", "phone", "email"] as const;
export type BlankName = (typeof blankNames)[number];

export type Piece = ({ kind: "words"; text: string } | { kind: "link"; text: string; to: string }) & {
  /** Set if the piece replaces a blank. It may be written in the other direction than the text around it. */
  isFilledIn?: true;
};
type Part = Piece | { kind: "blank"; name: BlankName };

/** Consecutive lines of one kind. A heading has exactly one line. */
type BlockOf<P> = { kind: BlockKind; lines: readonly (readonly P[])[] };

export type Block = BlockOf<Part>;
/** A block with its blanks filled in. */
export type FilledBlock = BlockOf<Piece>;

const lineStarts = [
  ["smaller-heading", /^### +/],
  ["heading", /^## +/],
  ["list", /^- +/],
  // Bangla digits count as well.
  ["steps", /^[\d০-৯]{1,3}[.।] +/],
] as const;

type BlockKind = (typeof lineStarts)[number][0] | "paragraph";

export const isHeading = (kind: BlockKind): kind is "heading" | "smaller-heading" => kind.endsWith("heading");

/**
 * Parses the markup of pages: "## heading", "### smaller heading", "- item", "1. item", "[words](address)", "{phone}". An
 * empty line ends a paragraph. There is no other markup and no nesting. Everything else is text.
 */
export function parseMarkup(body: string): Block[] {
  const blocks: { kind: BlockKind; lines: Part[][] }[] = [];
  let isAfterGap = true;
  for (const line of body.split("\n")) {
    const text = line.trim();
    const last = isAfterGap ? undefined : blocks.at(-1);
    isAfterGap = text === "";
    if (isAfterGap) continue;
    const { kind, words } = readLine(text);
    if (last?.kind === kind && !isHeading(kind)) last.lines.push(partsOf(words));
    else blocks.push({ kind, lines: [partsOf(words)] });
  }
  return blocks;
}

function readLine(text: string): { kind: BlockKind; words: string } {
  for (const [kind, start] of lineStarts) {
    const [mark] = start.exec(text) ?? [];
    if (mark !== undefined && mark.length < text.length) return { kind, words: text.slice(mark.length) };
  }
  return { kind: "paragraph", words: text };
}

/** No alternative can match past the beginning of the next match, so no text causes backtracking. */
const special = /\[([^[\]]{1,200})\]\(([^()[\]\s]{1,500})\)|\{([a-z]{1,20})\}/g;

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of text.matchAll(special)) {
    const part = specialPart(match);
    if (!part) continue;
    if (match.index > end) parts.push({ kind: "words", text: text.slice(end, match.index) });
    parts.push(part);
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ kind: "words", text: text.slice(end) });
  return parts;
}

function specialPart([, text, to, blank]: RegExpMatchArray): Part | null {
  if (text !== undefined && to !== undefined) return mayLeadTo(to) ? { kind: "link", text, to } : null;
  const name = blankNames.find((known) => known === blank);
  return name ? { kind: "blank", name } : null;
}

/** True for a page of this site, another site, a mail address or a phone number. Scripts are never allowed. */
function mayLeadTo(address: string): boolean {
  if (/^\/(?!\/)[\w\-./]*(#[\w-]+)?$/.test(address)) return true;
  return /^(https:\/\/|mailto:|tel:)/.test(address) && hasNoCredentials(address);
}
