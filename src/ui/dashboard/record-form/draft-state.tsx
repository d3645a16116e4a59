import { m } from "#i18n/compiled/messages.js";
import type { FormAnswer } from "./shown-form.ts";

/** Whether what is typed is kept, and the way to throw it away. */
export const DraftState = ({ kept }: { kept: FormAnswer | undefined }) => (
  <div className="grid gap-1 text-14 text-quiet">
    <p className="hidden scripted:block">{draftWords(kept)}</p>
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

function draftWords(kept: FormAnswer | undefined): string {
  if (kept?.kind === "kept") return m.draft_kept();
  return kept?.kind === "unreached" ? m.draft_not_kept() : m.draft_hint();
}
