import { type BlankName, type Block, type FilledBlock, isHeading, type Piece } from "./markup.ts";

/** What stands in the places of blanks; null is not known. */
export type Blanks = Readonly<Record<BlankName, Piece | null>>;

/** A text with its blanks filled in. A line with an unknown blank is left out, and so is a heading with nothing below it. */
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

/** Goes backwards: what is below a heading is known before the heading. */
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
