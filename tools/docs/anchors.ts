/**
 * Returns a function that gives each heading of a document its anchor, as GitHub does. `words` is the heading in
 * Markdown.
 */
export function anchorsOfDocument(): (words: string) => string {
  const counts = new Map<string, number>();
  return (words) => {
    const anchor = words
      .replaceAll(/\[(.*?)\]\(.*?\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    const before = counts.get(anchor) ?? 0;
    counts.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  };
}
