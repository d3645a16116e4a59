import { lazy, type MouseEvent, Suspense, useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import type { Role } from "#core/staff/roles.ts";
import { m } from "#i18n/compiled/messages.js";
import { keyed } from "#design/page/keys.ts";
import { pages } from "../../pages.ts";
import type { PalettePage } from "./palette-dialog.tsx";

/** Fetched when it is first opened. */
const PaletteDialog = lazy(async () => ({ default: (await import("./palette-dialog.tsx")).PaletteDialog }));

type PaletteLinkProps = { role: Role; links: readonly PalettePage[] };

/** Opens the palette, as Ctrl K and ⌘ K do. Without scripts it is the link to the page on which records are searched for. */
export function PaletteLink({ role, links }: PaletteLinkProps) {
  const [isOpen, setOpen] = useState(false);
  const open = (event: MouseEvent) => {
    event.preventDefault();
    setOpen(true);
  };
  useShortcut(() => setOpen(true));
  return (
    <>
      <a
        href={role === "admin" ? pages.find.path : pages.ownRecords.path}
        onClick={open}
        className="mx-5 flex min-h-11 items-center justify-between gap-3 rounded-sm border-2 border-line-strong bg-sunk px-3 no-underline"
        {...keyed("Ctrl K", m.palette_title())}
      >
        {m.palette_open()}
        <kbd aria-hidden="true" className="hidden text-14 text-quiet pointer-fine:scripted:block">
          Ctrl K
        </kbd>
      </a>
      {isOpen &&
        createPortal(
          <Suspense>
            <PaletteDialog links={links} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/** Works in boxes as well: it types nothing. A question that is open has to be answered first. */
function useShortcut(open: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
    if (!isShortcut || document.querySelector("dialog:modal")) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}
