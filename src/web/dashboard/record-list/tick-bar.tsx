import { type RefObject, useEffect, useRef, useState } from "react";
import type { BulkKind } from "#core/records/bulk-run.ts";
import { isOn } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import { useAction } from "#design/form/failure.tsx";
import { keyed } from "#design/page/keys.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import type { Column } from "#design/table/data-table.tsx";
import { pages } from "../../pages.ts";
import { kindWords } from "./run-words.ts";

/** The id of the form above the table. The rows contain other forms, so each tick box names its form by this id. */
const formId = "ticked";

/** A row without a name has no box: its record is gone. */
export const tickColumn = <Row extends { id: string; name: string | null }>(isTicked = false): Column<Row> => ({
  title: m.tick(),
  look: "tick",
  cell: ({ id, name }) =>
    name !== null && (
      <label htmlFor={`tick-${id}`} className="tick">
        <input
          type="checkbox"
          id={`tick-${id}`}
          name="record"
          value={id}
          form={formId}
          autoComplete="off"
          defaultChecked={isTicked}
          {...keyed("t", m.tick())}
        />
        <span className="sr-only">
          {m.tick()} {name}
        </span>
      </label>
    ),
});

type TickBarProps = {
  /** How many records the list contains, in words. */
  found: string;
  kinds: readonly BulkKind[];
  /** The label that says how many records match; null if the page shows all of them. */
  all: string | null;
  /** The current address of the list. */
  back: string;
  /** The run that left the records of the list out; absent if the list is that of all records. */
  leftBy?: string;
};

/**
 * Stands above the list. As soon as a row is ticked, it offers an action for the ticked records, or for all that match,
 * and stays in view. The next page asks for confirmation. On a site without such actions, it only says what the list has.
 */
export function TickBar({ found, kinds, all, back, leftBy }: TickBarProps) {
  const fetcher = useAction();
  const { form, ticked, tickAll } = useTicks();
  const site = useDashboard();
  const isBusy = fetcher.state !== "idle";
  if (!isOn(site, "bulk")) return <p className="py-2 text-quiet tabular-nums">{found}</p>;
  return (
    <fetcher.Form
      ref={form}
      id={formId}
      method="post"
      action={pages.bulkRuns.path}
      onSubmit={(event) => isBusy && event.preventDefault()}
      className="tick-bar"
      data-ticked={ticked > 0 ? "" : undefined}
    >
      <input type="hidden" name="back" value={back} />
      {leftBy !== undefined && <input type="hidden" name="left-by" value={leftBy} />}
      <p aria-live="polite" className="me-auto text-quiet tabular-nums">
        {ticked > 0 ? m.ticked_count({ written: writtenCount(ticked) }) : found}
      </p>
      <button
        type="button"
        onClick={tickAll}
        className="row-button hidden scripted:inline-flex"
        {...keyed("T", m.tick_page())}
      >
        {m.tick_page()}
      </button>
      <div className="tick-actions">
        {all !== null && (
          <label htmlFor="tick-all" className="inline-flex items-center gap-2">
            <input id="tick-all" type="checkbox" name="all" className="size-5 accent-current" autoComplete="off" />
            {all}
          </label>
        )}
        <label htmlFor="tick-do" className="sr-only">
          {m.tick_do()}
        </label>
        <select id="tick-do" name="do" className="tick-choice">
          {kinds
            .filter((kind) => kind !== "export" || isOn(site, "exports"))
            .map((kind) => (
              <option key={kind} value={kind}>
                {kindWords[kind]()}
              </option>
            ))}
        </select>
        <Button size="small" isBusy={isBusy}>
          {m.tick_go()}
        </Button>
      </div>
    </fetcher.Form>
  );
}

type Ticks = {
  form: RefObject<HTMLFormElement | null>;
  ticked: number;
  /** Ticks every row, or unticks every row if all are ticked. */
  tickAll: () => void;
};

/**
 * Counts the ticked rows of a form. The boxes themselves hold the state. A click with Shift also sets the boxes since
 * the last click.
 */
function useTicks(): Ticks {
  const form = useRef<HTMLFormElement>(null);
  const last = useRef<HTMLInputElement>(null);
  const [ticked, setTicked] = useState(0);
  const count = () => setTicked(boxesOf(form.current).filter((box) => box.checked).length);

  useEffect(() => {
    const hear = (event: MouseEvent) => {
      const boxes = boxesOf(form.current);
      const box = boxes.find((one) => one === event.target);
      if (!box) return;
      if (event.shiftKey) for (const one of between(boxes, last.current, box)) one.checked = box.checked;
      last.current = box;
      setTicked(boxes.filter((one) => one.checked).length);
    };
    document.addEventListener("click", hear);
    return () => document.removeEventListener("click", hear);
  }, []);
  // Counts after each render: the rows may have changed, or some were ticked before the scripts ran.
  useEffect(count);

  const tickAll = () => {
    const boxes = boxesOf(form.current);
    const areAll = boxes.every((box) => box.checked);
    for (const box of boxes) box.checked = !areAll;
    count();
  };
  return { form, ticked, tickAll };
}

const boxesOf = (form: HTMLFormElement | null): HTMLInputElement[] =>
  [...(form?.elements ?? [])].filter(
    (box): box is HTMLInputElement => box instanceof HTMLInputElement && box.name === "record",
  );

function between(boxes: HTMLInputElement[], one: HTMLInputElement | null, other: HTMLInputElement): HTMLInputElement[] {
  const places = [one ?? other, other].map((box) => boxes.indexOf(box));
  return boxes.slice(Math.max(Math.min(...places), 0), Math.max(...places) + 1);
}
