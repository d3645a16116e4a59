import { m } from "#i18n/compiled/messages.js";
import { WayOutOf } from "#design/form/failure-message.tsx";
import type { FailureReason } from "#design/form/failure.ts";
import type { KeptForm } from "./shown-form.ts";

type DraftStateProps = {
  kept: KeptForm | null;
  /** Why nothing is kept right now. */
  trouble: FailureReason | null;
  /** Whether the form has left the name that it was opened under to another window. */
  hasMoved: boolean;
};

/** Whether what is typed is kept, and the way to throw it away. */
export const DraftState = ({ kept, trouble, hasMoved }: DraftStateProps) => (
  <div className="grid gap-1 text-14 text-quiet">
    <p className="hidden scripted:block">{trouble ? troubleWords(trouble) : draftWords(kept)}</p>
    {trouble && <WayOutOf {...trouble} />}
    <p role="status" className="font-semibold text-ink empty:hidden">
      {hasMoved && m.draft_open_elsewhere()}
    </p>
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline">{m.throw_away()}</summary>
      <div className="flex flex-wrap items-center gap-3 py-1">
        <p>{m.throw_away_question()}</p>
        <button name="do" value="throw-away" className="quiet-button">
          {m.throw_away_yes()}
        </button>
      </div>
    </details>
  </div>
);

const troubleWords = ({ why }: FailureReason): string =>
  (why === "signed-out" ? m.draft_signed_out : m.draft_not_kept)();

function draftWords(kept: KeptForm | null): string {
  if (!kept || kept.state === "elsewhere") return m.draft_hint();
  return kept.state === "kept" ? m.draft_kept() : m.draft_too_many();
}
