import { useState } from "react";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "../form/button.tsx";

/** Puts a table where a spreadsheet can paste it from. Without scripts it is selected and copied like any text. */
export function CopyTable({ head, lines }: { head: readonly string[]; lines: readonly (readonly string[])[] }) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(asTable([head, ...lines]));
      setOutcome("copied");
    } catch {
      setOutcome("refused");
    }
  };
  return (
    <div className="hidden flex-wrap items-center gap-x-4 gap-y-1 scripted:flex">
      <Button look="secondary" size="small" type="button" onClick={() => void copy()}>
        {m.copy_table()}
      </Button>
      <p role="status" className="text-quiet">
        {outcome === "copied" && m.copied()}
        {outcome === "refused" && m.copy_refused()}
      </p>
    </div>
  );
}

const asTable = (lines: readonly (readonly string[])[]) =>
  lines.map((cells) => cells.map(asCell).join("\t")).join("\n");

/** One cell of text: no spreadsheet may take a name that somebody typed for a formula. */
function asCell(text: string): string {
  const plain = text.replaceAll(/\s+/g, " ");
  return /^[=+\-@]/.test(plain) ? `'${plain}` : plain;
}
