/**
 * The characters of a font as paths, 1000 units per em. Unlike a font file, paths also work in a process that has
 * already drawn text and may not load new fonts.
 */
export type Outlines = { advance: number; outlines: Readonly<Record<string, string>> };

/** Draws a line of text with font size `size`. Its baseline starts at 0, 0. */
export function outlined({ advance, outlines }: Outlines, text: string, size: number): string {
  const paths = text
    .split("")
    .map((character, at) => `<path transform="translate(${at * advance} 0)" d="${outlines[character]}"/>`);
  return `<g transform="scale(${size / 1000})">${paths.join("")}</g>`;
}
