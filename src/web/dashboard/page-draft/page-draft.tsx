import {
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { m } from "#i18n/compiled/messages.js";
import { writtenTime } from "#i18n/written.ts";
import { Button } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { WayOutOf } from "#design/form/failure.tsx";
import { pages } from "../../pages.ts";
import { draftFields } from "./autosave.ts";
import { boxesOf, fillBoxes, isFilledWith, isTypedInto, textThatDiffers } from "./boxes.ts";
import { leaveForm, type LeftText, OpenedForm, openForm } from "./opened-form.ts";
import { type BoxFields, type SaveFailure, useAutosave } from "./use-autosave.ts";

/** A text that was typed into the form earlier, or in another window. */
type Draft = LeftText & { savedAt: string };

/** A draft with the beginning of its text, by which it is told from others. */
type Offered = Draft & { text: string };

export type ShownPageDraft = {
  name: string;
  drafts: readonly Draft[];
};

export type SavedForm = {
  /** Ends once the form as it is now was saved, or could not be. */
  saveNow: () => Promise<void>;
  /** Notes that the page sends the form by itself, without a press at that moment. */
  sent: () => void;
};

type PageDraftProps = ShownPageDraft & {
  ref?: Ref<SavedForm>;
  cameBack?: boolean;
  /** Puts the values back, if the boxes themselves are part of what was typed. */
  onPutBack?: (fields: BoxFields) => void;
};

/** Part of a form. Saves the typed values as a page draft, and offers those that were typed earlier and never saved. */
export function PageDraft({ ref, ...shown }: PageDraftProps) {
  // An opened form keeps its name: what was typed into it is never saved as the draft of another one.
  const [name] = useState(shown.name);
  const draft = { ...shown, name };
  const place = useRef<HTMLDivElement>(null);
  const { failure, saveNow, changed, sent, isBusy, offers, putBack, throwAway } = useOffers(place, draft);
  const { missing, setMissing, takeAway } = useMissingFiles(place, changed);
  useImperativeHandle(ref, () => ({ saveNow, sent }));
  const putBackWithFiles = async (offer: Offered) => {
    if (await putBack(offer)) setMissing(filesIn(offer));
  };
  return (
    <div ref={place} className="grid gap-4 not-has-[p]:hidden">
      <input type="hidden" name={draftFields.name} value={name} />
      {offers.map((offer) => (
        <Offer
          key={offer.stamp}
          {...offer}
          isBusy={isBusy}
          onPutBack={() => void putBackWithFiles(offer)}
          onThrowAway={() => void throwAway(offer)}
        />
      ))}
      <ChosenFiles names={missing} onTakeAway={takeAway} />
      {failure && (
        <div role="status" className="text-14 text-quiet">
          <DraftFailure {...failure} />
        </div>
      )}
    </div>
  );
}

type Place = RefObject<HTMLElement | null>;

/** Saves the form, and returns the other drafts of its name. */
function useOffers(place: Place, { name, drafts, cameBack = false, onPutBack }: PageDraftProps) {
  const opened = useRef<OpenedForm>(null);
  const [offers, setOffers] = useState<readonly Offered[]>([]);
  const formNow = () => (opened.current ??= new OpenedForm(null));
  const {
    sent: noteSent,
    send,
    ...autosave
  } = useAutosave(place, {
    fields: (form) => formNow().saving(name, boxesOf(form)),
  });
  const sent = (form = place.current?.closest("form")) => {
    if (form) formNow().sent(boxesOf(form));
    noteSent();
  };
  const fill = (form: HTMLFormElement, fields: BoxFields) => {
    if (onPutBack) onPutBack(fields);
    else fillBoxes(form, fields);
    autosave.changed();
  };
  useFormEvents(place, {
    opens: (form) => {
      const isTyped = isTypedInto(form);
      const { form: own, typedSince, leftText } = openForm(name, boxesOf(form), { cameBack, isTyped });
      opened.current = own;
      const all = withLeftText(drafts, leftText).filter(({ stamp }) => !own.hasStamp(stamp));
      for (const { stamp, fields } of all) if (isFilledWith(form, fields)) own.putsBack(stamp);
      const others = offersFor(form, all);
      setOffers(others);
      if (others.length > 0) unfold(form);
      if (typedSince) fill(form, typedSince);
      else if (cameBack || isTyped) autosave.changed();
    },
    isRead: (form, data) => data.set(draftFields.name, formNow().named(name, boxesOf(form))),
    isSent: sent,
    leaves: (form) => leaveForm(name, formNow(), boxesOf(form)),
  });
  const [isBusy, once] = useOnce();
  const putBack = (wanted: Offered) =>
    once(async () => {
      const form = place.current?.closest("form");
      const own = formNow();
      const aside = form ? await setAside(form, own, (fields) => send(own.saving(name, fields))) : null;
      if (!form || !aside) return false;
      if (aside.length > 0) opened.current = new OpenedForm(null);
      const left = offers.flatMap((one) => (one === wanted ? aside : [one]));
      formNow().putsBack(wanted.stamp);
      fill(form, wanted.fields);
      setOffers(offersFor(form, left));
      return true;
    });
  const throwAway = (offer: Offered) =>
    once(async () => {
      const named = [draftFields.name, `${name} ${offer.stamp}`] as const;
      const isEnded = await send([["do", "end"], named]);
      if (isEnded) setOffers(offers.filter((one) => one !== offer));
      return isEnded;
    });
  return { ...autosave, sent, isBusy, offers, putBack, throwAway };
}

/** Nobody sees an offer in a form that is folded away. */
function unfold(form: HTMLFormElement): void {
  const folded = form.closest("details");
  if (folded) folded.open = true;
}

type SaveFields = (fields: BoxFields) => Promise<boolean>;

/** What stands in the form now becomes an offer itself, once the site has it. Null if the site did not take it. */
async function setAside(form: HTMLFormElement, own: OpenedForm, save: SaveFields): Promise<readonly Draft[] | null> {
  const fields = boxesOf(form);
  if (!own.isTouched(fields)) return [];
  if (!(await save(fields))) return null;
  // Somebody may have typed meanwhile.
  return isFilledWith(form, fields) ? [draftNow({ stamp: own.stamp(fields), fields })] : setAside(form, own, save);
}

/** Does one thing at a time: what is asked for meanwhile is not done. */
function useOnce() {
  const [isBusy, setIsBusy] = useState(false);
  const once = async (work: () => Promise<boolean>): Promise<boolean> => {
    if (isBusy) return false;
    setIsBusy(true);
    const isDone = await work();
    setIsBusy(false);
    return isDone;
  };
  return [isBusy, once] as const;
}

type FormEvents = {
  opens: (form: HTMLFormElement) => void;
  /** The fields of the form are read, to send them. */
  isRead: (form: HTMLFormElement, data: FormData) => void;
  isSent: (form: HTMLFormElement) => void;
  leaves: (form: HTMLFormElement) => void;
};

function useFormEvents(place: Place, on: FormEvents): void {
  const opens = useEffectEvent(on.opens);
  const isRead = useEffectEvent(on.isRead);
  const isSent = useEffectEvent(on.isSent);
  const leaves = useEffectEvent(on.leaves);
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return undefined;
    opens(form);
    const stop = new AbortController();
    let pressed: Event | null = null;
    form.addEventListener("submit", (event) => (pressed = event), stop);
    // A press may send nothing, such as while a file is on its way. A form that is sent is read while its press is handled.
    form.addEventListener(
      "formdata",
      ({ formData }) => {
        isRead(form, formData);
        if (pressed && pressed.eventPhase !== Event.NONE) isSent(form);
      },
      stop,
    );
    return () => stop.abort();
  }, [place]);
  // The form that takes the place of this one reads in its effects what was left here.
  useLayoutEffect(() => {
    const form = place.current?.closest("form");
    return () => {
      if (form) leaves(form);
    };
  }, [place]);
}

/** The names of files that were put back, until each is chosen again or taken away. */
function useMissingFiles(place: Place, changed: () => void) {
  const [missing, setMissing] = useState<readonly string[]>([]);
  useEffect(() => {
    const form = place.current?.closest("form");
    const stop = new AbortController();
    form?.addEventListener("change", ({ target }) => setMissing((names) => withoutChosen(names, target)), stop);
    return () => stop.abort();
  }, [place]);
  const takeAway = (at: number) => {
    setMissing(missing.toSpliced(at, 1));
    changed();
  };
  return { missing, setMissing, takeAway };
}

const draftNow = (text: LeftText): Draft => ({ ...text, savedAt: writtenTime(Date.now()) });

const openingIn = (stamp: string) => stamp.split("/")[0];

const withLeftText = (drafts: readonly Draft[], left: LeftText | null): readonly Draft[] =>
  left ? [draftNow(left), ...drafts.filter(({ stamp }) => openingIn(stamp) !== openingIn(left.stamp))] : drafts;

const offersFor = (form: HTMLFormElement, drafts: readonly Draft[]): Offered[] =>
  drafts
    .filter(({ fields }) => !isFilledWith(form, fields))
    .map((draft) => ({ ...draft, text: textThatDiffers(form, draft.fields) }));

const filesIn = ({ fields }: LeftText) => fields.filter(([box]) => box === draftFields.file).map(([, file]) => file);

type OfferProps = Offered & { isBusy: boolean; onPutBack: () => void; onThrowAway: () => void };

const Offer = ({ isBusy, onPutBack, onThrowAway, ...offer }: OfferProps) => (
  <div role="status" className="grid gap-2 border-s-4 border-line-strong ps-4">
    <p>{m.page_draft_text({ time: offer.savedAt })}</p>
    {offer.text && (
      <p dir="auto" className="line-clamp-1 text-quiet wrap-anywhere">
        {offer.text}
      </p>
    )}
    <ChosenFiles names={filesIn(offer)} />
    <div className="flex flex-wrap gap-3">
      <Button variant="secondary" size="small" type="button" isBusy={isBusy} onClick={onPutBack}>
        {m.page_draft_put_back()}
      </Button>
      <ConfirmBelow label={m.throw_away()} of="">
        {m.cannot_be_reverted()}
        <Button variant="danger" size="small" type="button" isBusy={isBusy} onClick={onThrowAway}>
          {m.throw_away_yes()}
        </Button>
      </ConfirmBelow>
    </div>
  </div>
);

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
export const DraftFailure = (failure: SaveFailure) => (
  <>
    <p>{words[failure.why]()}</p>
    {/* The message above the page may have the same link. */}
    {failure.to !== undefined && (
      <div className="in-[main:has([role=alert]_a)]:hidden">
        <WayOutOf {...failure} />
      </div>
    )}
    {failure.why === "full" && (
      <a href={pages.drafts.path} target="_blank" rel="noopener" className="inline-flex min-h-11 items-center">
        {m.draft_full_link()}
      </a>
    )}
  </>
);

const words: Record<SaveFailure["why"], () => string> = {
  "no-connection": m.draft_not_kept,
  "signed-out": m.draft_signed_out,
  unproved: m.draft_signed_out,
  "too-large": m.draft_too_large,
  gone: m.draft_gone,
  full: m.draft_full,
  refused: m.draft_refused,
  failed: m.draft_failed,
};
