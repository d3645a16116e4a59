import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { isStaffRole, type Role } from "#core/accounts/roles.ts";
import type { Features } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { keyed } from "#design/page/keys.ts";
import { useFetchedCode } from "#design/page/use-fetched-code.ts";
import { pages } from "../../pages.ts";
import type { ResultKeys } from "./palette-results.tsx";

const fetchResults = () => import("./palette-results.tsx");

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
    isOpen && createPortal(<Palette {...{ role, features }} onClose={() => setOpen(false)} />, document.body);
  return { open, dialog };
}

type PaletteProps = { role: Role; features: Features; onClose: () => void };

/** The box takes the next key that is pressed; the code that finds is fetched meanwhile. */
function Palette({ role, features, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const keys = useRef<ResultKeys>(null);
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [chosenId, setChosenId] = useState<string>();
  const [entered, setEntered] = useState("");
  const press = (event: KeyboardEvent) => {
    if (keys.current) keys.current.press(event);
    else if (event.key === "Enter" && !event.nativeEvent.isComposing) setEntered(typed);
  };
  const code = useFetchedCode(fetchResults);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label={m.palette_title()} className="palette" onClose={onClose}>
      <input
        {...comboBox}
        aria-controls={listId}
        aria-activedescendant={chosenId}
        aria-label={m.palette_label()}
        placeholder={m.palette_label()}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={press}
      />
      {code === "failed" && <p role="status">{m.problem_connection()}</p>}
      {code && code !== "failed" && (
        <code.PaletteResults ref={keys} {...{ role, features, typed, entered, listId }} onChoose={setChosenId} />
      )}
    </dialog>
  );
}

const comboBox = {
  autoFocus: true,
  role: "combobox",
  "aria-expanded": true,
  maxLength: 200,
  autoComplete: "off",
  autoCorrect: "off",
  spellCheck: false,
  enterKeyHint: "go",
  className: "min-h-13 w-full rounded-sm border-2 border-line-strong bg-sunk px-3 placeholder:text-quiet",
} as const;

/** The shortcut also works in text boxes, because it types nothing. It does nothing while a modal dialog is open. */
function useShortcut(open: () => void): void {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
    if (!isShortcut || document.querySelector("dialog:modal")) return;
    event.preventDefault();
    open();
  });
  useEffect(() => {
    const hear = (event: globalThis.KeyboardEvent) => press(event);
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}
