/** The form under which staff search names: one case, one spelling of each letter, single spaces. */
export function foldName(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, " ").trim();
}

function nameWords(name: string): Set<string> {
  // Marks (\p{M}) are part of Bangla letters, so they stay; punctuation separates words or vanishes within them.
  const words = foldName(name)
    .replaceAll(/['’.`]/g, "")
    .split(/[^\p{L}\p{M}\p{N}]+/u);
  return new Set(words.filter((word) => word !== ""));
}

/**
 * Whether a visitor who typed `given` knows the person called `name`: every word typed is one of the name's,
 * in any order, and there are at least two of them (or the only one there is). Nothing fuzzy.
 */
export function nameMatches(given: string, name: string): boolean {
  const typed = nameWords(given);
  const known = nameWords(name);
  return typed.size >= Math.min(2, known.size) && typed.size > 0 && typed.isSubsetOf(known);
}
