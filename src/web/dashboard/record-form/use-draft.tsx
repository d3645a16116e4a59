import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { newOpening } from "../page-draft/opened-form.ts";
import { DraftFailure } from "../page-draft/page-draft.tsx";
import { type BoxFields, type NoteFailure, type SaveFailure, useAutosave } from "../page-draft/use-autosave.ts";
import type { RefusedForm, Autosaved, ShownForm } from "./shown-form.ts";

/** Returns every field of a form except its files, which are sent separately. */
export const textsOf = (form: HTMLFormElement): BoxFields =>
  [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === "string");

type Draft = {
  form: ShownForm;
  /** True for a form that adds a record. Of other forms, the page draft saves the boxes. */
  isDraft: boolean;
  refused: RefusedForm | null;
};

/** Saves the form while it is filled in, and returns the answer of the site. */
export function useDraft(element: RefObject<HTMLFormElement | null>, { form, isDraft, refused }: Draft) {
  const { answer, failure, ...autosave } = useAutosave<Autosaved>(element, {
    fields: (of) => [["do", isDraft ? "keep-record" : "check-numbers"], ...textsOf(of)],
    isOfDraft: isDraft,
    isStored: ({ state }) => state !== "not-saved",
  });
  useEarlyInput(element);
  const saved = answer?.opening === form.opening ? answer : null;
  // A record whose form was sent may be added by now: it is no other form.
  const name = useFormName(form.name, saved, refused, () => autosave.isSent() || autosave.changed());
  return { ...autosave, last: answer, saved, failure, name };
}

/** Saves the form when its uploads change. `signature` changes whenever they do. */
export function useSavedUploads(signature: string, changed: () => void) {
  const last = useRef(signature);
  const hasChanged = useEffectEvent(changed);
  useEffect(() => {
    if (last.current !== signature) hasChanged();
    last.current = signature;
  }, [signature]);
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

const isOfOpening = ([name]: BoxFields[number]) => ["form", "opening", "version"].includes(name);

/**
 * What is typed while a record is being added is no part of it. It becomes the draft of another form, without the files
 * of the record. The returned function notes what is sent now.
 */
export function useTypedSinceSent(
  element: RefObject<HTMLFormElement | null>,
  { isBusy, saveLeft }: { isBusy: boolean; saveLeft: (fields: BoxFields, noteFailure: NoteFailure) => Promise<void> },
  noteFailure: NoteFailure,
) {
  const { revalidate } = useRevalidator();
  const sent = useRef<BoxFields>(null);
  useEffect(() => {
    // The form came back: it is the same form as before.
    if (!isBusy) sent.current = null;
  }, [isBusy]);
  const leaves = useEffectEvent((form: HTMLFormElement) => {
    const typed = sent.current && typedSince(sent.current, textsOf(form));
    if (typed) void saveLeft(typed, noteFailure).then(() => revalidate());
  });
  useLayoutEffect(() => {
    const form = element.current;
    return () => {
      if (form) leaves(form);
    };
  }, [element]);
  return () => void (sent.current = element.current && textsOf(element.current));
}

/** Null if nothing differs, or if the form is saved under another name by now. */
function typedSince(sent: BoxFields, now: BoxFields): BoxFields | null {
  const nameIn = (fields: BoxFields) => fields.find(([name]) => name === "form")?.[1];
  const [before, after] = [sent, now].map((fields) => JSON.stringify(fields.filter((field) => !isOfOpening(field))));
  if (before === after || nameIn(sent) !== nameIn(now)) return null;
  const images = new Set(sent.flatMap(([name, value]) => (name.startsWith("image.") ? [value] : [])));
  const typed = now.filter((field) => !isOfOpening(field) && !images.has(field[1]));
  return [["do", "keep-record"], ["form", newOpening()], ["opening", newOpening()], ...typed];
}

/** Handles early input: on a slow phone, users type and choose files before the script runs. */
function useEarlyInput(form: RefObject<HTMLFormElement | null>): void {
  const notice = useEffectEvent(() => {
    const elements = [...(form.current?.elements ?? [])];
    const fields = elements.filter((field) => field instanceof HTMLInputElement);
    for (const field of fields.filter(({ files }) => files && files.length > 0)) {
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const field of fields.filter(({ type, value, defaultValue }) => isTyped(type) && value !== defaultValue)) {
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    for (const field of elements.filter(
      (one) => one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement,
    ))
      if (isChanged(field)) field.dispatchEvent(new Event("input", { bubbles: true }));
  });
  useEffect(() => notice(), []);
}

const isTyped = (type: string) => type === "text" || type === "date" || type === "tel";

const isChanged = (field: HTMLTextAreaElement | HTMLSelectElement) =>
  field instanceof HTMLTextAreaElement
    ? field.value !== field.defaultValue
    : field.selectedIndex !==
      Math.max(
        0,
        [...field.options].findIndex(({ defaultSelected }) => defaultSelected),
      );

type DraftStateProps = {
  saved: Autosaved | null;
  /** Why the last save failed; null if it did not fail. */
  failure: SaveFailure | null;
  /** True if another window has taken over the name under which the form was opened. */
  hasMoved: boolean;
};

export const DraftState = ({ saved, failure, hasMoved }: DraftStateProps) => (
  <div className="grid gap-1 text-14 text-quiet">
    <div className="hidden scripted:block">{failure ? <DraftFailure {...failure} /> : <p>{draftWords(saved)}</p>}</div>
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

function draftWords(saved: Autosaved | null): string {
  if (!saved || saved.state === "elsewhere") return m.draft_hint();
  return saved.state === "saved" ? m.draft_kept({ time: saved.savedAt }) : m.draft_too_many();
}
