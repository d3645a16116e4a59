import { readFile, writeFile } from "node:fs/promises";

const document = new URL("../../docs/scale-run.md", import.meta.url);

/** Columns of numbers are aligned to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNumber = (at: number) => rows.every((row) => /^[\d.,]*( s)?$/.test(row[at] ?? ""));
  const widths = head.map((name, at) => Math.max(3, name.length, ...rows.map((row) => (row[at] ?? "").length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => (isNumber(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, at) => (isNumber(at) ? `${"-".repeat(width - 1)}:` : "-".repeat(width)));
  return [line(head), `| ${rule.join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** Writes the figures of a run into docs/scale-run.md, between the two comments with this name. */
export async function writeFigures(name: "faults" | "lookups", text: string): Promise<void> {
  const before = await readFile(document, "utf8");
  const place = new RegExp(`(?<=<!-- ${name} -->\n)[\\s\\S]*?(?=<!-- end of ${name} -->)`);
  if (!place.test(before)) throw new Error(`docs/scale-run.md has no place for ${name}`);
  await writeFile(
    document,
    before.replace(place, () => `\n${text}\n\n`),
  );
}
