import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { isFailure, type Failure, WayOutOf } from "#design/form/failure.tsx";
import type { FailureReason } from "#design/form/problem-words.ts";
import { quietFetcher } from "#design/page/use-dashboard.ts";
import type { RefusedForm, Autosaved, ShownForm } from "./shown-form.ts";

const pauseMs = 700;

/** Returns every field of a form except its files, which are sent separately. */
export function fieldsOf(form: HTMLFormElement, does: string): URLSearchParams {
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const fields = new URLSearchParams(texts);
  fields.set("do", does);
  return fields;
}

type Draft = {
  page: string;
  form: ShownForm;
  /** A text that changes whenever the uploads of the form change. */
  uploads: string;
  refused: RefusedForm | null;
};

/** Saves the form shortly after each change, and returns the response of the site. */
export function useDraft(element: RefObject<HTMLFormElement | null>, { page, form, uploads, refused }: Draft) {
  const { data, submit } = useFetcher<Autosaved | Failure>({ key: `${quietFetcher} ${page}` });
  const timer = useRef<number>(undefined);
  const stop = () => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
  };
  const saveNow = () => {
    stop();
    if (!element.current) return;
    const fields = fieldsOf(element.current, "keep");
    void submit(fields, { method: "post", action: page, defaultShouldRevalidate: false });
  };
  const saveSoon = () => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(saveNow, pauseMs);
  };
  const lastUploads = useRef(uploads);
  useEffect(() => {
    if (lastUploads.current !== uploads) saveSoon();
    lastUploads.current = uploads;
  });
  const saveAtLast = useEffectEvent(() => timer.current !== undefined && saveNow());
  // Runs before the form is removed from the page, so that a user who leaves right after typing loses nothing.
  useLayoutEffect(() => () => void saveAtLast(), []);
  useEarlyInput(element);

  const failure = isFailure(data) ? data.failure : null;
  const last = data && !isFailure(data) ? data : null;
  const saved = last?.opening === form.opening ? last : null;
  const name = useFormName(form.name, saved, refused, saveSoon);
  return { last, saved, failure, name, saveSoon, stop };
}

/**
 * The name under which a form is saved and added. If another window continues under this name, this window takes a new
 * one.
 */
function useFormName(opened: string, saved: Autosaved | null, refused: RefusedForm | null, saveSoon: () => void) {
  const [last, setLast] = useState({ saved, refused, name: refused?.values.name ?? opened });
  if (last.saved !== saved || last.refused !== refused) {
    const savedName = saved && last.saved !== saved ? saved.name : last.name;
    setLast({ saved, refused, name: refused && last.refused !== refused ? refused.values.name : savedName });
  }
  const saveUnderItsName = useEffectEvent(saveSoon);
  useEffect(() => {
    // So far the form is saved neither under the old name nor under the new one.
    if (saved?.state === "elsewhere") saveUnderItsName();
  }, [saved]);
  return last.name;
}

/** Handles early input: on a slow phone, users type and choose files before the script runs. */
function useEarlyInput(form: RefObject<HTMLFormElement | null>): void {
  const notice = useEffectEvent(() => {
    const fields = [...(form.current?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
    for (const field of fields.filter(({ files }) => files && files.length > 0)) {
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const field of fields.filter(({ type, value, defaultValue }) => isTyped(type) && value !== defaultValue)) {
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  });
  useEffect(() => notice(), []);
}

const isTyped = (type: string) => type === "text" || type === "date";

type DraftStateProps = {
  saved: Autosaved | null;
  /** Why the last save failed; null if it did not fail. */
  failure: FailureReason | null;
  /** True if another window has taken over the name under which the form was opened. */
  hasMoved: boolean;
};

export const DraftState = ({ saved, failure, hasMoved }: DraftStateProps) => (
  <div className="grid gap-1 text-14 text-quiet">
    <p className="hidden scripted:block">{failure ? draftFailureWords(failure) : draftWords(saved)}</p>
    {failure && <WayOutOf {...failure} />}
    <p role="status" className="font-semibold text-ink empty:hidden">
      {hasMoved && m.draft_open_elsewhere()}
    </p>
    <ConfirmBelow label={m.throw_away()} of="">
      {m.throw_away_question()}
      <Button name="do" value="throw-away" variant="danger" size="small">
        {m.throw_away_yes()}
      </Button>
    </ConfirmBelow>
  </div>
);

const draftFailureWords = ({ why }: FailureReason): string =>
  (why === "signed-out" ? m.draft_signed_out : m.draft_not_kept)();

function draftWords(saved: Autosaved | null): string {
  if (!saved || saved.state === "elsewhere") return m.draft_hint();
  return saved.state === "saved" ? m.draft_kept() : m.draft_too_many();
}
