import { namesNobody } from "../web-address.ts";

/** What the site knows of its operator and fills in: "{phone}". */
const blankNames = ["operator", "site", "licence", "register", "address", "phone", "email"] as const;
export type BlankName = (typeof blankNames)[number];

export type Piece = ({ kind: "words"; text: string } | { kind: "link"; text: string; to: string }) & {
  /** It stands in the place of a blank, and may be written the other way than the text. */
  isFilledIn?: true;
};
type Part = Piece | { kind: "blank"; name: BlankName };

/** Lines of one kind that follow each other. Headings have one line each. */
type BlockOf<P> = { kind: BlockKind; lines: readonly (readonly P[])[] };

export type Block = BlockOf<Part>;
/** The same with the operator's name and addresses in their places. */
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
 * The markup of pages: "## heading", "### smaller heading", "- item", "1. item", "[words](address)", "{phone}"; an
 * empty line ends a paragraph. Nothing else means anything, nothing stands inside of anything else, and whatever is
 * none of it is text.
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

/** Neither half can grow over the beginning of the next one, so that no text makes it try again and again. */
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

/** A page of this site, another site, a mail or a call; never a script. */
function mayLeadTo(address: string): boolean {
  if (/^\/(?!\/)[\w\-./]*(#[\w-]+)?$/.test(address)) return true;
  return /^(https:\/\/|mailto:|tel:)/.test(address) && namesNobody(address);
}
