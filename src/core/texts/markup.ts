import { namesNobody } from "../web-address.ts";

/** What the site knows of its operator and fills in: "{phone}". */
const blankNames = ["operator", "site", "licence", "register", "address", "phone", "email"] as const;
export type BlankName = (typeof blankNames)[number];

type Words = { kind: "words"; text: string };
type TextLink = { kind: "link"; text: string; to: string };
type Blank = { kind: "blank"; name: BlankName };

export type Piece = Words | TextLink;
type Part = Piece | Blank;

type Heading<P> = { kind: "heading"; level: 2 | 3; line: readonly P[] };
type Paragraph<P> = { kind: "paragraph"; lines: readonly (readonly P[])[] };
type List<P> = { kind: "list"; isNumbered: boolean; lines: readonly (readonly P[])[] };
type BlockOf<P> = Heading<P> | Paragraph<P> | List<P>;

/** A text as it was written. */
export type Block = BlockOf<Part>;
/** The same with the operator's name and addresses in their places. */
export type FilledBlock = BlockOf<Piece>;

/**
 * The markup of pages: "## heading", "### smaller heading", "- item", "1. item", "[words](address)", "{phone}"; an
 * empty line ends a paragraph. Nothing else means anything, nothing stands inside of anything else, and whatever is
 * none of it is text.
 */
export function parseMarkup(body: string): Block[] {
  const blocks: Block[] = [];
  let last: { kind: LineKind; lines: Part[][] } = { kind: "empty", lines: [] };
  for (const line of body.split("\n")) {
    const { kind, text } = readLine(line);
    const parts = partsOf(text);
    if (kind === last.kind && !isHeading(kind)) {
      last.lines.push(parts);
      continue;
    }
    last = { kind, lines: [parts] };
    if (isHeading(kind)) blocks.push({ kind: "heading", level: kind === "heading" ? 2 : 3, line: parts });
    else if (kind === "words") blocks.push({ kind: "paragraph", lines: last.lines });
    else if (kind !== "empty") blocks.push({ kind: "list", isNumbered: kind === "step", lines: last.lines });
  }
  return blocks;
}

const lineStarts = [
  ["smaller-heading", /^### +/],
  ["heading", /^## +/],
  ["item", /^- +/],
  // Bangla digits count as well.
  ["step", /^[\d০-৯]{1,3}[.।] +/],
] as const;

type LineKind = (typeof lineStarts)[number][0] | "words" | "empty";

const isHeading = (kind: LineKind): kind is "heading" | "smaller-heading" => kind.endsWith("heading");

function readLine(line: string): { kind: LineKind; text: string } {
  const text = line.trim();
  if (text === "") return { kind: "empty", text };
  for (const [kind, start] of lineStarts) {
    const [mark] = start.exec(text) ?? [];
    if (mark !== undefined && mark.length < text.length) return { kind, text: text.slice(mark.length) };
  }
  return { kind: "words", text };
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
