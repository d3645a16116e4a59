import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { isFailure, type Failure } from "#design/form/failure.tsx";
import { quietFetcher } from "#design/page/use-dashboard.ts";
import type { RefusedForm, Autosaved, ShownForm } from "./shown-form.ts";

const pauseMs = 700;

/** Everything that stands in a form but files, which are sent by themselves. */
export function fieldsOf(form: HTMLFormElement, does: string): URLSearchParams {
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const fields = new URLSearchParams(texts);
  fields.set("do", does);
  return fields;
}

type Draft = {
  page: string;
  form: ShownForm;
  /** Changes with the uploads of the form. */
  uploads: string;
  refused: RefusedForm | null;
};

/** Sends the form as it stands, a moment after each change, and says what the site makes of it. */
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
  // Before the form is taken off the page: who leaves a moment after they typed loses nothing.
  useLayoutEffect(() => () => void saveAtLast(), []);
  useEarlyInput(element, saveSoon);

  const failure = isFailure(data) ? data.failure : null;
  const last = data && !isFailure(data) ? data : null;
  const saved = last?.opening === form.opening ? last : null;
  const name = useFormName(form.name, saved, refused, saveSoon);
  return { last, saved, failure, name, saveSoon, stop };
}

/** The name under which a form is saved and added. Where another window goes on under it, this one takes another. */
function useFormName(opened: string, saved: Autosaved | null, refused: RefusedForm | null, saveSoon: () => void) {
  const [last, setLast] = useState({ saved, refused, name: refused?.values.name ?? opened });
  if (last.saved !== saved || last.refused !== refused) {
    const savedName = saved && last.saved !== saved ? saved.name : last.name;
    setLast({ saved, refused, name: refused && last.refused !== refused ? refused.values.name : savedName });
  }
  const saveUnderItsName = useEffectEvent(saveSoon);
  useEffect(() => {
    // So far it is saved neither under the old name nor under the new one.
    if (saved?.state === "elsewhere") saveUnderItsName();
  }, [saved]);
  return last.name;
}

/** On a slow phone people type and choose files before the page listens: it learns of that once it does. */
function useEarlyInput(form: RefObject<HTMLFormElement | null>, saveSoon: () => void): void {
  const notice = useEffectEvent(() => {
    const fields = [...(form.current?.elements ?? [])].filter((field) => field instanceof HTMLInputElement);
    for (const field of fields.filter(({ files }) => files && files.length > 0)) {
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    if (fields.some(({ type, value, defaultValue }) => type === "text" && value !== defaultValue)) saveSoon();
  });
  useEffect(() => notice(), []);
}
