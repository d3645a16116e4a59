import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { buttonClass } from "#design/form/button.tsx";
import { ProgressLine } from "#design/page/progress-line.tsx";
import type { ShownRun } from "./shown-run.ts";

type RunningRunProps = Pick<ShownRun, "id" | "all" | "open"> & { here: string };

/** Shows the progress of a run. The run continues while the user is on another page. */
export function RunningRun({
  id,
  all,
  open,
  here,
  label = m.bulk_progress,
}: RunningRunProps & { label?: typeof m.bulk_progress }) {
  const dealtWith = all.count - open.count;
  const words = label({ done: writtenCount(dealtWith), all: all.written });
  return (
    <div className="grid max-w-prose justify-items-start gap-3">
      <ProgressLine words={words} done={dealtWith} all={all.count} />
      <div className="flex flex-wrap items-center gap-x-6">
        <ActionButton
          action={here}
          fields={{ do: "stop", id }}
          label={m.bulk_stop()}
          of=""
          className={buttonClass({ variant: "danger", size: "small" })}
        />
        <Link to="" className="inline-flex min-h-11 items-center scripted:hidden">
          {m.bulk_refresh()}
        </Link>
      </div>
    </div>
  );
}
