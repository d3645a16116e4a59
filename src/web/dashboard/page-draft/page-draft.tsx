import { useEffect, useEffectEvent, useRef, useState } from "react";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { WayOutOf } from "#design/form/failure.tsx";
import type { FailureReason } from "#design/form/problem-words.ts";
import { draftFields } from "./autosave.ts";
import { boxesOf, fillBoxes, isFilledWith, isTypedInto } from "./boxes.ts";
import { type BoxFields, useAutosave } from "./use-autosave.ts";

export type ShownPageDraft = {
  name: string;
  fields: BoxFields;
  /** Null if no page draft is stored. */
  savedAt: string | null;
};

type PageDraftProps = ShownPageDraft & {
  cameBack?: boolean;
  /** Puts the values back, if the boxes themselves are part of what was typed. */
  onPutBack?: (fields: BoxFields) => void;
};

/** Part of a form. Saves the typed values as a page draft, and offers an earlier page draft that was never saved. */
export function PageDraft({ name, fields, savedAt, cameBack = false, onPutBack }: PageDraftProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isOffered, setOffered] = useState(false);
  const { failure, changed, sent, endDraft } = useAutosave(place, {
    does: "keep",
    fields: (form) => [[draftFields.name, name], ...boxesOf(form)],
  });
  const begin = useEffectEvent((form: HTMLFormElement) => {
    if (savedAt !== null) setOffered(!isFilledWith(form, fields));
    if (cameBack || isTypedInto(form)) changed();
  });
  const wasSent = useEffectEvent(sent);
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return undefined;
    begin(form);
    const stop = new AbortController();
    form.addEventListener("submit", () => wasSent(), stop);
    return () => stop.abort();
  }, []);
  const putBack = () => {
    const form = place.current?.closest("form");
    setOffered(false);
    if (onPutBack) onPutBack(fields);
    else if (form) fillBoxes(form, fields);
  };
  const throwAway = () => {
    setOffered(false);
    void endDraft(name);
  };
  return (
    <div ref={place} className="grid gap-2 not-has-[p]:hidden">
      <input type="hidden" name={draftFields.name} value={name} />
      {isOffered && (
        <div role="status" className="grid gap-2 border-s-4 border-line-strong ps-4">
          <p>{m.page_draft_text({ time: savedAt ?? "" })}</p>
          <ChosenFiles names={fields.filter(([box]) => box === draftFields.file).map(([, file]) => file)} />
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" size="small" type="button" onClick={putBack}>
              {m.page_draft_put_back()}
            </Button>
            <ConfirmBelow label={m.throw_away()} of="">
              {m.cannot_be_reverted()}
              <Button variant="danger" size="small" type="button" onClick={throwAway}>
                {m.throw_away_yes()}
              </Button>
            </ConfirmBelow>
          </div>
        </div>
      )}
      {failure && (
        <div role="status" className="text-14 text-quiet">
          <DraftFailure {...failure} />
        </div>
      )}
    </div>
  );
}

/** Of a form that changes something existing, only the names of its files are kept. */
const ChosenFiles = ({ names }: { names: readonly string[] }) =>
  names.length > 0 && (
    <div>
      <p>{m.page_draft_files()}</p>
      <ul className="list-disc ps-5">
        {names.map((name, at) => (
          <li key={at} className="break-all">
            {name}
          </li>
        ))}
      </ul>
    </div>
  );

/** Says that what was typed is not stored. */
export const DraftFailure = (reason: FailureReason) => (
  <>
    <p>{reason.why === "signed-out" ? m.draft_signed_out() : m.draft_not_kept()}</p>
    {/* The message above the page may have the same link. */}
    <div className="in-[main:has([role=alert]_a)]:hidden">
      <WayOutOf {...reason} />
    </div>
  </>
);
