import { useState } from "react";
import { Button } from "./button.tsx";

type CopyButtonProps = { label: string; text: string; copied: string; refused: string };

/** Without scripts there is none: what it would copy stands on the page, and is selected and copied like any text. */
export function CopyButton({ label, text, copied, refused }: CopyButtonProps) {
  const [outcome, setOutcome] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome(copied);
    } catch {
      setOutcome(refused);
    }
  };
  return (
    <div className="hidden flex-wrap items-center gap-x-4 gap-y-1 scripted:flex">
      <Button look="secondary" size="small" type="button" onClick={() => void copy()}>
        {label}
      </Button>
      <p role="status" className="text-quiet">
        {outcome}
      </p>
    </div>
  );
}
