import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import type { ListInParts } from "./list-in-parts.ts";
import { WayOutOf } from "#design/form/failure-message.tsx";

type ListProgressProps = { list: ListInParts | null; stop: () => void; redirectInApp: () => void };

/** How far a list is, with the way to stop it and to go on. What is said here is read out in its own time. */
export function ListProgress({ list, stop, redirectInApp }: ListProgressProps) {
  const isUnderWay = list?.phase === "asking" && list.of > 0;
  const isUnfinished = list?.phase === "stopped" || list?.phase === "cut-off";
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {isUnderWay && (
        <progress aria-hidden="true" max={list.of} value={list.rows.length} className="h-2 w-48 accent-current" />
      )}
      <p role="status" data-progress="">
        {list && wordsOf(list)}
      </p>
      {isUnderWay && (
        <button type="button" onClick={stop} className="quiet-button">
          {m.many_stop()}
        </button>
      )}
      {list?.phase === "cut-off" && list.trouble && <WayOutOf {...list.trouble} />}
      {isUnfinished && (
        <button type="button" onClick={redirectInApp} className="quiet-button">
          {m.many_go_on()}
        </button>
      )}
    </div>
  );
}

function wordsOf({ phase, rows, of, trouble }: ListInParts): string | null {
  const counts = { done: writtenCount(rows.length), all: writtenCount(of) };
  if (phase === "asking") return of > 0 ? m.many_progress(counts) : null;
  if (phase === "stopped") return m.many_stopped(counts);
  if (phase !== "cut-off") return null;
  return trouble?.why === "signed-out" ? m.many_signed_out() : m.many_cut_off();
}
