import type { BlankName, Block, FilledBlock, Piece } from "./markup.ts";

/** What stands in the places of blanks; null is not known. */
export type Blanks = Readonly<Record<BlankName, Piece | null>>;

/**
 * A text with what is known filled in. A line that asks for what is not known is left out, and so is a heading under
 * which nothing is left.
 */
export function fillIn(blocks: readonly Block[], blanks: Blanks): FilledBlock[] {
  return withoutEmptyParts(blocks.map((block) => filledBlock(block, blanks)).filter((block) => block !== null));
}

function filledBlock(block: Block, blanks: Blanks): FilledBlock | null {
  if (block.kind === "heading") {
    const line = filledLine(block.line, blanks);
    return line && { ...block, line };
  }
  const lines = block.lines.map((line) => filledLine(line, blanks)).filter((line) => line !== null);
  return lines.length > 0 ? { ...block, lines } : null;
}

function filledLine(line: Extract<Block, { kind: "heading" }>["line"], blanks: Blanks): Piece[] | null {
  const pieces = line.map((part) => (part.kind === "blank" ? blanks[part.name] : part));
  return pieces.every((piece) => piece !== null) ? pieces : null;
}

/** From the end on, for what stands below a heading comes after it. */
function withoutEmptyParts(blocks: readonly FilledBlock[]): FilledBlock[] {
  const kept: FilledBlock[] = [];
  const hasMore = { 2: false, 3: false };
  for (const block of blocks.toReversed()) {
    if (block.kind !== "heading") hasMore[2] = hasMore[3] = true;
    if (block.kind !== "heading" || hasMore[block.level]) kept.push(block);
    if (block.kind !== "heading") continue;
    hasMore[3] = false;
    if (block.level === 2) hasMore[2] = false;
  }
  return kept.toReversed();
}

/** All that it says, for searching. */
export const plainText = (blocks: readonly FilledBlock[]): string =>
  blocks
    .map((block) => (block.kind === "heading" ? [block.line] : block.lines))
    .map((lines) => lines.map((line) => line.map(({ text }) => text).join("")).join("\n"))
    .join("\n");
