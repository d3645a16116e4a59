import { lazy, type MouseEvent, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { createPortal } from "react-dom";
import { isStaffRole, type Role } from "#core/accounts/roles.ts";
import type { Features } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { keyed } from "#design/page/keys.ts";
import { pages } from "../../pages.ts";

/** The code of the dialog is fetched when it is first opened. */
const PaletteDialog = lazy(async () => ({ default: (await import("./palette-dialog.tsx")).PaletteDialog }));

type PaletteLinkProps = { role: Role; onOpen: () => void; className: string; children: ReactNode };

/** Opens the palette. Without scripts it is a link to the page for searching records. */
export function PaletteLink({ role, onOpen, className, children }: PaletteLinkProps) {
  const open = (event: MouseEvent) => {
    event.preventDefault();
    onOpen();
  };
  return (
    <a
      href={role === "admin" ? pages.find.path : pages.ownRecords.path}
      onClick={open}
      className={className}
      {...keyed("Ctrl K", m.palette_title())}
    >
      {children}
    </a>
  );
}

/** The palette, which Ctrl K and ⌘ K also open. Students have no palette. */
export function usePalette(role: Role, features: Features) {
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(isStaffRole(role));
  useShortcut(open);
  const dialog =
    isOpen &&
    createPortal(
      <Suspense>
        <PaletteDialog role={role} features={features} onClose={() => setOpen(false)} />
      </Suspense>,
      document.body,
    );
  return { open, dialog };
}

/** The shortcut also works in text boxes, because it types nothing. It does nothing while a modal dialog is open. */
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
