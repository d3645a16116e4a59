import { href } from "react-router";
import type { BulkKind } from "#core/records/bulk-run.ts";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { buttonClass } from "#design/form/button.tsx";
import { TextLink } from "../frame/text-link.tsx";
import { pages } from "../../pages.ts";
import type { ShownRun } from "./shown-run.ts";
import { RunningRun } from "./running-run.tsx";

/** Further effects of an undo. */
const undoWords: Partial<Record<BulkKind, () => string>> = {
  approve: m.bulk_undo_withdraws,
  import: m.import_undo_text,
};

/** The button that undoes the run, or the progress and the report of its undo. */
export const EndedRun = ({ id, kind, undo, undoableUntil, here }: ShownRun & { here: string }) => (
  <div className="grid max-w-prose justify-items-start gap-3 empty:hidden">
    {undoableUntil !== null && (
      <>
        <ActionButton
          action={here}
          fields={{ do: "undo", id }}
          label={m.undo()}
          of=""
          className={`${buttonClass({ variant: "secondary", size: "small" })} max-sm:w-full`}
        />
        <p className="text-quiet">
          {m.bulk_undo_until({ time: undoableUntil })} {undoWords[kind]?.()}
        </p>
      </>
    )}
    {undo?.state === "running" && <RunningRun {...undo} here={here} label={m.bulk_undo_progress} />}
    {undo && undo.state !== "running" && undo.leftOut.count > 0 && (
      <TextLink to={href(pages.bulkRun.path, { id: undo.id })} label={m.bulk_undo_report()} />
    )}
  </div>
);
