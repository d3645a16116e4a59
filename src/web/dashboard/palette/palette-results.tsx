import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { href, useNavigate } from "react-router";
import type { Role } from "#core/accounts/roles.ts";
import type { Features } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { StateWord } from "#design/page/state-label.tsx";
import { RecordNumber } from "../../sheet/document-number.tsx";
import { pages } from "../../pages.ts";
import { pagesNamed } from "./palette-pages.ts";
import { type PaletteRecord, useFoundRecords } from "./use-found-records.ts";

export type ResultKeys = { press: (event: KeyboardEvent) => void };

type PaletteResultsProps = {
  ref: Ref<ResultKeys>;
  role: Role;
  features: Features;
  typed: string;
  /** What was typed when Enter was pressed before the results were there. It is opened once they are. */
  entered: string;
  listId: string;
  /** The id of the line that Enter opens. */
  onChoose: (id: string | undefined) => void;
};

/**
 * Finds records by a number, its last four characters or part of a name, and pages by their name. Arrow keys choose;
 * Enter opens.
 */
export function PaletteResults({ ref, role, features, typed, entered, listId, onChoose }: PaletteResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState({ of: "", at: 0 });
  const [askedNumber, setAskedNumber] = useState("");
  const waits = hasNumber(typed) && askedNumber !== typed;
  const { records, state } = useFoundRecords(waits ? "" : typed);
  const lines = [...(waits ? questionLines(typed) : records.map(recordLine)), ...pagesNamed(role, { features }, typed)];
  const at = Math.min(chosen.of === typed ? chosen.at : 0, lines.length - 1);
  const chosenId = lines.length > 0 ? `${listId}-${at}` : undefined;
  useLayoutEffect(() => onChoose(chosenId), [onChoose, chosenId]);
  const open = (line: Line | undefined) => {
    if (line?.path === "") setAskedNumber(typed);
    if (!line?.path) return;
    list.current?.closest("dialog")?.close();
    // The pages of the account are not part of the dashboard, and only the browser unfolds the part of the help that a path names.
    if (line.path.startsWith(pages.account.path) || line.path.includes("#")) window.location.assign(line.path);
    else void navigate(line.path);
  };
  useOnceWhen(entered !== "" && entered === typed && lines.length > 0, () => open(lines[at]));
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    // While an input method composes letters, Enter ends the composition.
    if (event.nativeEvent.isComposing || (step === undefined && event.key !== "Enter")) return;
    event.preventDefault();
    if (step === undefined) open(lines[at]);
    else if (lines.length > 0) setChosen({ of: typed, at: (at + step + lines.length) % lines.length });
  };
  useImperativeHandle(ref, () => ({ press }));
  return (
    <>
      <p role="status" className="mt-2 text-quiet empty:hidden">
        {waits ? "" : stateWords(state, lines.length)}
      </p>
      <Lines ref={list} {...{ listId, lines, at }} onOpen={open} />
    </>
  );
}

function useOnceWhen(isSo: boolean, work: () => void): void {
  const isDone = useRef(false);
  const doIt = useEffectEvent(work);
  useEffect(() => {
    if (!isSo || isDone.current) return;
    isDone.current = true;
    doIt();
  }, [isSo]);
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

type LinesProps = {
  ref: Ref<HTMLDivElement>;
  listId: string;
  lines: readonly Line[];
  at: number;
  onOpen: (line: Line) => void;
};

const Lines = ({ ref, listId, lines, at, onOpen }: LinesProps) => (
  <div
    ref={ref}
    id={listId}
    role="listbox"
    aria-label={m.palette_title()}
    className="mt-2 max-h-[55svh] overflow-y-auto"
  >
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
