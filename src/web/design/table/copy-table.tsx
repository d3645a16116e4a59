import { m } from "#i18n/compiled/messages.js";
import { CopyButton } from "../form/copy-button.tsx";

/** Puts a table where a spreadsheet can paste it from. */
export const CopyTable = ({ head, lines }: { head: readonly string[]; lines: readonly (readonly string[])[] }) => (
  <CopyButton label={m.copy_table()} text={asTable([head, ...lines])} copied={m.copied()} refused={m.copy_refused()} />
);

const asTable = (lines: readonly (readonly string[])[]) =>
  lines.map((cells) => cells.map(asCell).join("\t")).join("\n");

/** One cell of text: no spreadsheet may take a name that somebody typed for a formula. */
function asCell(text: string): string {
  const plain = text.replaceAll(/\s+/g, " ");
  return /^[=+\-@]/.test(plain) ? `'${plain}` : plain;
}
