import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useFetchers, useNavigation } from "react-router";
import type { FailureReason } from "#design/form/problem-words.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { pages } from "../../pages.ts";
import { withReturnAddress } from "../../frame/return-address.ts";
import { Autosave, draftFields, givenUpAfterMs, type SaveResult } from "./autosave.ts";
import { guard } from "./unsaved-forms.ts";

export type BoxFields = readonly (readonly [name: string, value: string])[];

type Saving<Answer> = {
  /** What is sent: `do` says what the site does with the other fields. */
  fields: (form: HTMLFormElement) => BoxFields;
  /** False if the form itself is not stored. */
  isOfDraft?: boolean;
  /** True if the answer says that the form was stored. */
  isStored?: (answer: Answer) => boolean;
};

/**
 * `gone`: what the form belongs to was deleted. `full`: so many texts are kept that there is no room for another one.
 * `refused`: the site does not take the text as it is.
 */
export type SaveFailure = FailureReason | { why: "gone" | "full" | "refused"; to?: never };

/** The last answer to an automatic save, and why no answer came after it. */
type Outcome<Answer> = { answer: Answer | null; failure: SaveFailure | null };

/** Saves a form by itself: while somebody types, and when the page is hidden or left. `place` is in the form, or is it. */
export function useAutosave<Answer>(
  place: RefObject<HTMLElement | null>,
  { fields, isOfDraft = true, isStored = () => true }: Saving<Answer>,
) {
  // If somebody else signs in meanwhile, what was typed stays that of the person for whom the form was shown.
  const { person } = useDashboard();
  const [personId] = useState(person.id);
  const [outcome, setOutcome] = useState<Outcome<Answer>>({ answer: null, failure: null });
  const isAnythingSent = useIsAnythingSent();
  const isSentNow = useEffectEvent(() => isAnythingSent);
  const bodyOf = useEffectEvent((form: HTMLFormElement) => savedFields(personId, fields(form)));
  const save = useEffectEvent(async (form: HTMLFormElement, signal: AbortSignal): Promise<SaveResult> => {
    const { result, answer, failure } = await sendSaved<Answer>(bodyOf(form), signal);
    if (!signal.aborted) setOutcome((last) => ({ answer: answer ?? last.answer, failure }));
    return answer && !isStored(answer) ? "refused" : result;
  });
  const running = useRef<Autosave>(null);
  useLayoutEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return undefined;
    const autosave = new Autosave({
      save: (signal) => save(form, signal),
      isAnythingSent: () => isSentNow(),
      isSlow: () => setOutcome(({ answer }) => ({ answer, failure: { why: "no-connection" } })),
    });
    running.current = autosave;
    const stop = new AbortController();
    form.addEventListener("input", () => autosave.changed(), stop);
    if (isOfDraft) watchLeaving(autosave, () => isTooLarge(bodyOf(form)), stop);
    return () => {
      stop.abort();
      if (isOfDraft) autosave.end();
    };
  }, [place, isOfDraft]);
  useEffect(() => {
    if (!isAnythingSent) running.current?.cameBack();
  }, [isAnythingSent]);
  return {
    ...outcome,
    changed: () => running.current?.changed(),
    sent: () => running.current?.sent(),
    isSent: () => running.current?.isSent ?? false,
    saveNow: async () => running.current?.saveNow(),
    /** Sends something else for the same person, beside the form. False, with a failure, if the site did not take it. */
    send: async (other: BoxFields): Promise<boolean> => {
      const { failure } = await sendSaved(savedFields(personId, other), AbortSignal.timeout(givenUpAfterMs));
      setOutcome(({ answer }) => ({ answer, failure }));
      return failure === null;
    },
    /** Saves what a form was left with until the site has it, as if the form were still on the page. */
    saveLeft: (left: BoxFields, noteFailure: NoteFailure): Promise<void> => {
      const body = savedFields(personId, left);
      return saveUntilStored(isTooLarge(body), noteFailure, async (signal) => {
        const sent = await sendSaved<Answer>(body, signal);
        // Once there is room, the next try is stored.
        return sent.answer && !isStored(sent.answer) ? { result: "lost", failure: { why: "full" } } : sent;
      });
    },
  };
}

export type NoteFailure = (failure: SaveFailure | null) => void;

type Try = (signal: AbortSignal) => Promise<{ result: SaveResult; failure: SaveFailure | null }>;

function saveUntilStored(isLarge: boolean, noteFailure: NoteFailure, send: Try): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = new AbortController();
  const save = async (signal: AbortSignal): Promise<SaveResult> => {
    const { result, failure } = await send(signal);
    if (!signal.aborted) noteFailure(failure);
    if (result === "saved") resolve(stop.abort());
    return result;
  };
  const isSlow = () => noteFailure({ why: "no-connection" });
  const autosave = new Autosave({ save, isAnythingSent: () => false, isSlow });
  watchLeaving(autosave, () => isLarge, stop);
  void autosave.saveNow();
  return promise;
}

function useIsAnythingSent(): boolean {
  const navigation = useNavigation();
  return [navigation, ...useFetchers()].some(({ formMethod }) => formMethod === "POST");
}

/**
 * A phone may close a hidden page without another event. Before a reload, the page is saved early enough for the site to
 * show it again: `pagehide` comes after the next page was read.
 */
function watchLeaving(autosave: Autosave, isLarge: () => boolean, { signal }: AbortController): void {
  const ask = (event: Event) => {
    const isOffline = !navigator.onLine || isLarge();
    autosave.leave();
    if (autosave.isAtRisk(isOffline)) event.preventDefault();
  };
  guard({ isAtRisk: () => autosave.isAtRisk(!navigator.onLine), saveNow: () => autosave.saveNow() }, signal);
  addEventListener("pagehide", () => autosave.leave(), { signal });
  addEventListener("beforeunload", ask, { signal });
  document.addEventListener("visibilitychange", () => document.hidden && autosave.leave(), { signal });
}

/** In bytes. Browsers complete a `keepalive` request up to about this size even if the user leaves the page. */
const maxKeptOfLeftPage = 60_000;

const isTooLarge = (fields: BoxFields): boolean => {
  const { length } = new TextEncoder().encode(fields.flat().join(""));
  return length + fields.length * 120 > maxKeptOfLeftPage;
};

/** A save names its person: it is dropped if somebody else is signed in by then. */
const savedFields = (personId: string, fields: BoxFields): BoxFields => [[draftFields.person, personId], ...fields];

type Sent<Answer> = Outcome<Answer> & { result: SaveResult };

/** As multipart, because Bangla text grows to three times its length in the other encoding. */
async function sendSaved<Answer>(fields: BoxFields, signal: AbortSignal): Promise<Sent<Answer>> {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  const keepalive = !isTooLarge(fields);
  try {
    const response = await fetch(pages.pageDraft.path, {
      method: "post",
      body,
      keepalive,
      redirect: "manual",
      signal,
    });
    if (!response.ok) return { answer: null, ...failureIn(response) };
    const answer = response.status === 204 ? null : ((await response.json()) as Answer);
    return { result: "saved", answer, failure: null };
  } catch {
    return { result: "lost", answer: null, failure: { why: "no-connection" } };
  }
}

function failureIn({ type, status }: Response): Pick<Sent<never>, "result" | "failure"> {
  // Whoever is signed out is redirected to sign in.
  if (type === "opaqueredirect" || status === 401) {
    const to = withReturnAddress(pages.login.path, location.pathname + location.search);
    return { result: "refused", failure: { why: "signed-out", to } };
  }
  // Once there is room, the next try is stored.
  if (status === 409) return { result: "lost", failure: { why: "full" } };
  if (status >= 500 || status === 429) return { result: "lost", failure: { why: "failed" } };
  const why = status === 413 ? "too-large" : status === 404 ? "gone" : "refused";
  return { result: "refused", failure: { why } };
}
