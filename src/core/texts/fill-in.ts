import { type BlankName, type Block, type FilledBlock, isHeading, type Piece } from "./markup.ts";

/** The values of the blanks. Null if a value is not known. */
export type Blanks = Readonly<Record<BlankName, Piece | null>>;

/** Fills in the blanks of a text. Leaves out lines with an unknown blank, and headings with nothing below them. */
export function fillIn(blocks: readonly Block[], blanks: Blanks): FilledBlock[] {
  const filled = blocks.map(({ kind, lines }) => ({
    kind,
    lines: lines.map((line) => filledLine(line, blanks)).filter((line) => line !== null),
  }));
  return withoutEmptyParts(filled.filter(({ lines }) => lines.length > 0));
}

function filledLine(line: Block["lines"][number], blanks: Blanks): Piece[] | null {
  const pieces = line.map((part) => (part.kind === "blank" ? filledIn(blanks[part.name]) : part));
  return pieces.every((piece) => piece !== null) ? pieces : null;
}

const filledIn = (piece: Piece | null): Piece | null => piece && { ...piece, isFilledIn: true };

/** Goes backwards, so that the content below a heading is known before the heading. */
function withoutEmptyParts(blocks: readonly FilledBlock[]): FilledBlock[] {
  const kept: FilledBlock[] = [];
  const hasMore = { heading: false, "smaller-heading": false };
  for (const block of blocks.toReversed()) {
    const { kind } = block;
    if (!isHeading(kind)) hasMore.heading = hasMore["smaller-heading"] = true;
    if (!isHeading(kind) || hasMore[kind]) kept.push(block);
    if (isHeading(kind)) hasMore["smaller-heading"] = hasMore[kind] = false;
  }
  return kept.toReversed();
}

export const plainText = (blocks: readonly FilledBlock[]): string =>
  blocks
    .flatMap(({ lines }) => lines)
    .map((line) => line.map(({ text }) => text).join(""))
    .join("\n");
