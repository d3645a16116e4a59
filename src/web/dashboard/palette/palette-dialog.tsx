import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { href, useNavigate } from "react-router";
import type { Role } from "#core/accounts/roles.ts";
import type { Features } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { StateWord } from "#design/page/state-label.tsx";
import { RecordNumber } from "../../sheet/document-number.tsx";
import { pages } from "../../pages.ts";
import { pagesNamed } from "./palette-pages.ts";
import { type PaletteRecord, useFoundRecords } from "./use-found-records.ts";

type PaletteDialogProps = { role: Role; features: Features; onClose: () => void };

/**
 * Finds records by a number, its last four characters or part of a name, and pages by their name. Arrow keys choose;
 * Enter opens.
 */
export function PaletteDialog({ role, features, onClose }: PaletteDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const [askedNumber, setAskedNumber] = useState("");
  const waits = hasNumber(typed) && askedNumber !== typed;
  const { records, state } = useFoundRecords(waits ? "" : typed);
  const lines = [...(waits ? questionLines(typed) : records.map(recordLine)), ...pagesNamed(role, { features }, typed)];
  const at = Math.min(chosen, lines.length - 1);
  useEffect(() => dialog.current?.showModal(), []);
  const open = (line: Line | undefined) => {
    if (line?.path === "") setAskedNumber(typed);
    if (!line?.path) return;
    dialog.current?.close();
    // The pages of the account are not part of the dashboard, and only the browser unfolds the part of the help that a path names.
    if (line.path.startsWith(pages.account.path) || line.path.includes("#")) window.location.assign(line.path);
    else void navigate(line.path);
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    // While an input method composes letters, Enter ends the composition.
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== "Enter")) return;
    event.preventDefault();
    if (step === undefined) open(lines[at]);
    else if (lines.length > 0) setChosen((at + step + lines.length) % lines.length);
  };
  const type = (text: string) => {
    setTyped(text);
    setChosen(0);
  };
  return (
    <dialog ref={dialog} aria-label={m.palette_title()} className="palette" onClose={onClose}>
      <input
        {...comboBox}
        aria-controls={listId}
        aria-activedescendant={lines.length > 0 ? `${listId}-${at}` : undefined}
        aria-label={m.palette_label()}
        placeholder={m.palette_label()}
        value={typed}
        onChange={({ target }) => type(target.value)}
        onKeyDown={press}
      />
      <p role="status" className="mt-2 text-quiet empty:hidden">
        {waits ? "" : stateWords(state, lines.length)}
      </p>
      <Lines {...{ listId, lines, at }} onOpen={open} />
    </dialog>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

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

type LinesProps = { listId: string; lines: readonly Line[]; at: number; onOpen: (line: Line) => void };

const Lines = ({ listId, lines, at, onOpen }: LinesProps) => (
  <div id={listId} role="listbox" aria-label={m.palette_title()} className="mt-2 max-h-[55svh] overflow-y-auto">
    {lines.map((line, place) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys are heard in the box
      <div
        key={line.path}
        id={`${listId}-${place}`}
        role="option"
        aria-selected={place === at}
        ref={place === at ? intoView : null}
        onClick={() => onOpen(line)}
        className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 rounded-sm px-3 hover:bg-sunk aria-selected:bg-sunk"
      >
        <span className="font-semibold wrap-anywhere">{line.label}</span>
        {line.record && (
          <>
            <RecordNumber number={line.record.number} />
            <span className="text-14 text-quiet">
              <StateWord publicState={line.record.publicState} />
            </span>
          </>
        )}
      </div>
    ))}
  </div>
);

/** A path of "" marks the line that looks up the typed number. */
type Line = { path: string; label: string; record?: PaletteRecord };

/**
 * True if the text contains a digit. Lookups of numbers are counted, so a number is looked up only when the user says
 * that it is complete.
 */
const hasNumber = (typed: string): boolean => /\p{Nd}/u.test(typed);

/** A number is found by its last four characters, so "2fa" is none. */
const questionLines = (typed: string): Line[] =>
  /(?:[\p{L}\p{Nd}][^\p{L}\p{Nd}]*){4}/u.test(typed)
    ? [{ path: "", label: m.palette_number({ number: typed.trim() }) }]
    : [];

const recordLine = (record: PaletteRecord): Line => ({
  path: href(pages.record.path, { id: record.id }),
  label: record.name,
  record,
});

const intoView = (line: HTMLElement | null): void => line?.scrollIntoView({ block: "nearest" });

function stateWords(state: ReturnType<typeof useFoundRecords>["state"], found: number): string {
  if (state === "failed") return m.problem_connection();
  return state === "found" && found === 0 ? m.palette_none() : "";
}
