import { Icon } from "#design/icon.tsx";
import check from "lucide/dist/esm/icons/check.mjs";
import copyIcon from "lucide/dist/esm/icons/copy.mjs";
import x from "lucide/dist/esm/icons/x.mjs";
import { useEffect, useState } from "react";
import type { Keyed } from "../page/keys.ts";
import { Button } from "./button.tsx";

/** `outcome`: the result of the last press. Null before the first one. */
function useCopying(text: string) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      setOutcome("refused");
    }
  };
  return { outcome, setOutcome, copy };
}

type CopyProps = { label: string; text: string; copied: string; refused: string };

/** Hidden without scripts. The page shows the text too, so that the user can select and copy it. */
export function CopyButton({ label, text, ...words }: CopyProps) {
  const { outcome, copy } = useCopying(text);
  return (
    <div className="hidden flex-wrap items-center gap-x-4 gap-y-1 scripted:flex">
      <Button variant="secondary" size="small" type="button" onClick={() => void copy()}>
        {label}
      </Button>
      <p role="status" className="text-quiet">
        {outcome && words[outcome]}
      </p>
    </div>
  );
}

const shownMs = 2000;

/** A copy button as a small icon beside the text. After a press, the icon shows the result for two seconds. */
export function CopySign({ label, text, copied, refused, ...keys }: CopyProps & Keyed) {
  const { outcome, setOutcome, copy } = useCopying(text);
  useEffect(() => {
    if (outcome === null) return undefined;
    const timer = setTimeout(() => setOutcome(null), shownMs);
    return () => clearTimeout(timer);
  }, [outcome, setOutcome]);
  const said = outcome && { copied, refused }[outcome];
  return (
    <>
      <button
        {...keys}
        type="button"
        title={said ?? label}
        data-outcome={outcome}
        onClick={() => void copy()}
        className="copy-sign"
      >
        <span className="sr-only">{label}</span>
        <Icon icon={signs[outcome ?? "copy"]} />
      </button>
      <span aria-live="polite" className="sr-only">
        {said}
      </span>
    </>
  );
}

const signs = { copy: copyIcon, copied: check, refused: x };
