/** A font's characters as paths, 1000 units to its size: a font that is a file can be unknown to who has drawn before. */
export type Outlines = { advance: number; outlines: Readonly<Record<string, string>> };

/** A line of text, its base line's beginning at 0, 0, in `size` of the drawing. */
export function outlined({ advance, outlines }: Outlines, text: string, size: number): string {
  const paths = text
    .split("")
    .map((character, at) => `<path transform="translate(${at * advance} 0)" d="${outlines[character]}"/>`);
  return `<g transform="scale(${size / 1000})">${paths.join("")}</g>`;
}
