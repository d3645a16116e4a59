import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { useFetchers, useNavigation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { pages } from "../../pages.ts";

export type ShownPageDraft = {
  name: string;
  fields: BoxFields;
  /** Null if no page draft is stored. */
  savedAt: string | null;
};

const pauseMs = 700;
/** A form that is still on the page this long after it was sent, and is not being sent any more, was not saved. */
const refusedAfterMs = 4000;

/** Part of a form. Saves the typed values as a page draft, and offers an earlier page draft that was never saved. */
export function PageDraft({ name, fields, savedAt, cameBack = false }: ShownPageDraft & { cameBack?: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const [isOffered, setOffered] = useState(false);
  const send = (does: "keep" | "end", boxes: BoxFields) =>
    void post(new URLSearchParams([["page-draft", name], ["do", does], ...boxes]));
  useKeptBoxes(place, cameBack, (form) => send("keep", boxesOf(form)));
  const offer = useEffectEvent(() => {
    const form = place.current?.closest("form");
    if (form && savedAt !== null) setOffered(!isFilledWith(form, fields));
  });
  useEffect(() => offer(), []);
  const putBack = () => {
    const form = place.current?.closest("form");
    setOffered(false);
    if (form) fillBoxes(form, fields);
  };
  const throwAway = () => {
    setOffered(false);
    send("end", []);
  };
  return (
    <div ref={place} className="grid gap-2 not-has-[p]:hidden">
      <input type="hidden" name="page-draft" value={name} />
      {isOffered && (
        <div role="status" className="grid gap-2 border-s-4 border-line-strong ps-4">
          <p>{m.page_draft_text({ time: savedAt ?? "" })}</p>
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
    </div>
  );
}

/** In bytes. Browsers complete a `keepalive` request up to about this size even if the user leaves the page. */
const maxKeptOfLeftPage = 60_000;

/** A failure is ignored: the values are still on the page, and the next change sends them again. */
const post = (body: URLSearchParams) =>
  fetch(pages.pageDraft.path, { method: "post", body, keepalive: body.toString().length < maxKeptOfLeftPage }).catch(
    () => undefined,
  );

function useIsAnythingSent(): boolean {
  const navigation = useNavigation();
  return [navigation, ...useFetchers()].some(({ formMethod }) => formMethod === "POST");
}

type SaveForm = (form: HTMLFormElement) => void;

/** Calls `keep` shortly after the user typed, and at the latest when the form leaves the page without being sent. */
function useKeptBoxes(place: RefObject<HTMLElement | null>, cameBack: boolean, keep: SaveForm): void {
  const keepNow = useEffectEvent(keep);
  const begin = useEffectEvent((soon: () => void) => cameBack && soon());
  const isSending = useIsAnythingSent();
  const isStillSent = useEffectEvent(() => isSending);
  useLayoutEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return undefined;
    let timer: number | undefined;
    let wasSent = false;
    const keepIn = (ms: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => {
        timer = undefined;
        if (wasSent && isStillSent()) return keepIn(refusedAfterMs);
        keepNow(form);
      }, ms);
    };
    const typed = () => {
      wasSent = false;
      keepIn(pauseMs);
    };
    const sent = () => {
      wasSent = true;
      keepIn(refusedAfterMs);
    };
    const listening = new AbortController();
    form.addEventListener("input", typed, listening);
    form.addEventListener("submit", sent, listening);
    begin(typed);
    return () => {
      listening.abort();
      window.clearTimeout(timer);
      if (timer !== undefined && !wasSent) keepNow(form);
    };
  }, [place]);
}

/** The boxes of a form as names and values, in the order of the page. */
type BoxFields = [name: string, value: string][];

type Box = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const notTyped = new Set(["hidden", "file", "password", "submit", "button"]);

const isBox = (element: Element): element is Box =>
  (element instanceof HTMLInputElement && !notTyped.has(element.type)) ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

const boxesIn = (form: HTMLFormElement) => [...form.elements].filter(isBox).filter(({ name }) => name !== "");

const isTicked = (box: Box): box is HTMLInputElement =>
  box instanceof HTMLInputElement && ["checkbox", "radio"].includes(box.type);

const boxesOf = (form: HTMLFormElement): BoxFields =>
  boxesIn(form)
    .filter((box) => !isTicked(box) || box.checked)
    .map(({ name, value }) => [name, value]);

const isFilledWith = (form: HTMLFormElement, fields: BoxFields): boolean =>
  JSON.stringify(boxesOf(form)) === JSON.stringify(fields);

/** Fills the boxes of a form, with input events as if the user had typed the values. */
function fillBoxes(form: HTMLFormElement, fields: BoxFields): void {
  const left = Map.groupBy(fields, ([name]) => name);
  for (const box of boxesIn(form)) {
    const values = left.get(box.name) ?? [];
    if (isTicked(box)) {
      // React listens to clicks on these boxes.
      if (box.checked !== values.some(([, value]) => value === box.value)) box.click();
      continue;
    }
    box.value = values.shift()?.[1] ?? box.value;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
