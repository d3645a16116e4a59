import { type ComponentType, useState } from "react";
import { Button } from "#design/form/button.tsx";
import { m } from "#i18n/compiled/messages.js";
import type { PassportDialogProps, ReadParticulars } from "./passport-dialog.tsx";

/**
 * Fills number and name from a photo of a passport into the form below. The code that reads it is loaded on a click.
 */
export function PassportButton() {
  const [Dialog, setDialog] = useState<ComponentType<PassportDialogProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isLost, setLost] = useState(false);
  const open = async () => {
    try {
      const { PassportDialog } = await import("./passport-dialog.tsx");
      setDialog(() => PassportDialog);
      setOpen(true);
      setLost(false);
    } catch {
      setLost(true);
    }
  };
  return (
    <div className="hidden flex-wrap items-center gap-x-4 gap-y-2 scripted:flex">
      <Button id="read-passport" type="button" variant="secondary" size="small" onClick={() => void open()}>
        {m.passport_read()}
      </Button>
      <p role="status" className="font-semibold empty:hidden">
        {isLost && m.passport_lost()}
      </p>
      {isOpen && Dialog && <Dialog onRead={fillIn} onClose={() => setOpen(false)} />}
    </div>
  );
}

function fillIn({ number, name }: ReadParticulars): void {
  for (const [id, text] of [
    ["passportNumber", number],
    ["name", name],
  ] as const) {
    const box = document.getElementById(id);
    if (!(box instanceof HTMLInputElement) || text === "") continue;
    box.value = text;
    // The event makes the form save the values, as if the user had typed them.
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
  document.getElementById("irccNumber")?.focus();
}
