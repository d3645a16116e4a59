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
  const [missing, setMissing] = useState<readonly string[]>([]);
  const stamp = useStamp();
  const { failure, changed, sent, endDraft } = useAutosave(place, {
    does: "keep",
    fields: (form) => [[draftFields.name, name], ...boxesOf(form)],
    stamp,
  });
  const begin = useEffectEvent((form: HTMLFormElement) => {
    if (savedAt !== null) setOffered(!isFilledWith(form, fields));
    if (cameBack || isTypedInto(form)) changed();
  });
  const wasSent = useEffectEvent((form: HTMLFormElement) => {
    const named = form.querySelector<HTMLInputElement>(`input[name=${draftFields.name}]`);
    if (named) named.value = `${name} ${stamp()}`;
    sent();
  });
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return undefined;
    begin(form);
    const stop = new AbortController();
    form.addEventListener("change", ({ target }) => setMissing((names) => withoutChosen(names, target)), stop);
    form.addEventListener("submit", () => wasSent(form), stop);
    return () => stop.abort();
  }, []);
  const files = fields.filter(([box]) => box === draftFields.file).map(([, file]) => file);
  const takeAway = (at: number) => {
    setMissing(missing.toSpliced(at, 1));
    changed();
  };
  const putBack = () => {
    const form = place.current?.closest("form");
    setOffered(false);
    setMissing(files);
    if (onPutBack) onPutBack(fields);
    else if (form) fillBoxes(form, fields);
  };
  const throwAway = () => {
    setOffered(false);
    void endDraft(`${name} ${stamp()}`);
  };
  return (
    <div ref={place} className="grid gap-2 not-has-[p]:hidden">
      <input type="hidden" name={draftFields.name} value={name} />
      {isOffered && <Offer files={files} time={savedAt ?? ""} onPutBack={putBack} onThrowAway={throwAway} />}
      <ChosenFiles names={missing} onTakeAway={takeAway} />
      {failure && (
        <div role="status" className="text-14 text-quiet">
          <DraftFailure {...failure} />
        </div>
      )}
    </div>
  );
}

type OfferProps = { files: readonly string[]; time: string; onPutBack: () => void; onThrowAway: () => void };

const Offer = ({ files, time, onPutBack, onThrowAway }: OfferProps) => (
  <div role="status" className="grid gap-2 border-s-4 border-line-strong ps-4">
    <p>{m.page_draft_text({ time })}</p>
    <ChosenFiles names={files} />
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" size="small" type="button" onClick={onPutBack}>
        {m.page_draft_put_back()}
      </Button>
      <ConfirmBelow label={m.throw_away()} of="">
        {m.cannot_be_reverted()}
        <Button variant="danger" size="small" type="button" onClick={onThrowAway}>
          {m.throw_away_yes()}
        </Button>
      </ConfirmBelow>
    </div>
  </div>
);

/** Returns a function that names the opened page and counts its saves, as `parseSaveStamp` reads it. */
function useStamp(): () => string {
  const saves = useRef({ opening: "", count: 0 });
  return () => `${(saves.current.opening ||= newOpening())}/${(saves.current.count += 1)}`;
}

/** Names an opened page. `crypto.randomUUID` is missing on sites without TLS. */
const newOpening = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

const withoutChosen = (names: readonly string[], target: EventTarget | null) => {
  const chosen = target instanceof HTMLInputElement ? [...(target.files ?? [])].map(({ name }) => name) : [];
  return chosen.length > 0 ? names.filter((name) => !chosen.includes(name)) : names;
};

type ChosenFilesProps = { names: readonly string[]; onTakeAway?: (at: number) => void };

/** Of a form that changes something existing, only the names of its files are kept, until each is chosen again. */
const ChosenFiles = ({ names, onTakeAway }: ChosenFilesProps) =>
  names.length > 0 && (
    <div>
      <p>{m.page_draft_files()}</p>
      <ul className="list-disc ps-5">
        {names.map((name, at) => (
          <li key={at} className="break-all">
            {name}
            {onTakeAway && (
              <>
                <input type="hidden" name={draftFields.file} value={name} />{" "}
                <Button variant="secondary" size="small" type="button" onClick={() => onTakeAway(at)}>
                  {m.upload_take_away()}
                  <span className="sr-only"> {name}</span>
                </Button>
              </>
            )}
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
