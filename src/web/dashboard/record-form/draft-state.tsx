import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { WayOutOf } from "#design/form/failure.tsx";
import type { FailureReason } from "#design/form/problem-words.ts";
import type { Autosaved } from "./shown-form.ts";

type DraftStateProps = {
  saved: Autosaved | null;
  /** Why nothing is saved right now. */
  failure: FailureReason | null;
  /** Whether the form has left the name that it was opened under to another window. */
  hasMoved: boolean;
};

/** Whether what is typed is saved, and the way to throw it away. */
export const DraftState = ({ saved, failure, hasMoved }: DraftStateProps) => (
  <div className="grid gap-1 text-14 text-quiet">
    <p className="hidden scripted:block">{failure ? failureWords(failure) : draftWords(saved)}</p>
    {failure && <WayOutOf {...failure} />}
    <p role="status" className="font-semibold text-ink empty:hidden">
      {hasMoved && m.draft_open_elsewhere()}
    </p>
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline">{m.throw_away()}</summary>
      <div className="flex flex-wrap items-center gap-3 py-1">
        <p>{m.throw_away_question()}</p>
        <Button name="do" value="throw-away" look="secondary" size="small">
          {m.throw_away_yes()}
        </Button>
      </div>
    </details>
  </div>
);

const failureWords = ({ why }: FailureReason): string =>
  (why === "signed-out" ? m.draft_signed_out : m.draft_not_kept)();

function draftWords(saved: Autosaved | null): string {
  if (!saved || saved.state === "elsewhere") return m.draft_hint();
  return saved.state === "saved" ? m.draft_kept() : m.draft_too_many();
}
