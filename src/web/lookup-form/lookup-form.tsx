import { Icon } from "#design/icon.tsx";
import flag from "lucide/dist/esm/icons/flag.mjs";
import receipt from "lucide/dist/esm/icons/receipt-text.mjs";
import type { ResultPage } from "#core/records/document-kinds.ts";
import { lookupPages } from "#core/records/lookup-pages.ts";
import { numberGroups } from "#core/records/numbers.ts";
import { m } from "#i18n/compiled/messages.js";
import { eitherNumberHint, eitherNumberLabel, eitherNumberUnusable } from "#i18n/either-number.ts";
import { getSecondNumber } from "#i18n/reader-second-number.ts";
import { Button } from "#design/form/button.tsx";
import { looksLikeName } from "#core/texts/looks-like-name.ts";
import { Field } from "#design/form/field.tsx";
import { pages } from "../pages.ts";

export type LookupInput = { number: string; name: string };

/** The id of the form with the boxes. Buttons elsewhere on the page submit it by this id. */
export const lookupForm = "lookup-form";

/** The id of the form that repeats the question. Buttons anywhere in the answer submit it by this id. */
export const repeatForm = "ask-again";

type LookupFormProps = {
  page: ResultPage;
  /** An example of a passport's number. */
  example: string;
  isGuarded: boolean;
  typed: LookupInput | undefined;
  /** True if the values were typed on another site. */
  isCrossSite: boolean | undefined;
  wrong: WrongField | undefined;
};

export type WrongField = { field: "number"; problem: "missing" | "unusable" } | { field: "name"; problem: "missing" };

/** As long as the address of a slip: whatever is printed may be typed. */
export const maxNumberLength = 1000;
export const maxNameLength = 200;

export function LookupForm({ page, example, isGuarded, typed, isCrossSite = false, wrong }: LookupFormProps) {
  const { by } = lookupPages[page];
  const isEither = by === "either";
  return (
    <form id={lookupForm} method="post" action={page} noValidate data-lookup="" className="grid gap-4">
      {isCrossSite && (
        <p tabIndex={-1} autoFocus className="border-s-4 border-line-strong ps-3 font-semibold">
          {m.number_from_other_site()}
        </p>
      )}
      <Field
        isLarge
        name="number"
        label={isEither ? eitherNumberLabel(getSecondNumber()) : m.passport_number()}
        hint={isEither ? eitherNumberHint(example) : m.passport_number_hint({ example })}
        value={typed?.number ?? ""}
        missing={m.number_missing()}
        // The script does not know the form of the site's own number.
        {...(isEither && getSecondNumber().form !== null ? {} : { notANumber: m.number_unusable() })}
        problem={wrong?.field === "number" ? numberProblems[wrong.problem](isEither, typed?.number) : undefined}
        takesFocus={wrong?.field === "number"}
        dir="ltr"
        className="text-22 tracking-wide"
        autoCapitalize="characters"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={maxNumberLength}
      />
      {isGuarded && <NameBox {...{ typed, wrong }} />}
      <div>
        {/* During a search the button keeps its width and its label, and a second press does nothing. */}
        <Button size="large">{m.search()}</Button>
      </div>
    </form>
  );
}

const numberProblems: Record<"missing" | "unusable", (isEither: boolean, typed?: string) => string> = {
  missing: () => m.number_missing(),
  unusable: (isEither, typed = "") =>
    looksLikeName(typed) ? m.number_is_name() : isEither ? eitherNumberUnusable() : m.number_unusable(),
};

/** Only the policy `guarded` asks for the name and compares it. */
const NameBox = ({ typed, wrong }: Pick<LookupFormProps, "typed" | "wrong">) => (
  <Field
    isLarge
    name="name"
    label={m.name()}
    hint={m.name_hint()}
    value={typed?.name ?? ""}
    missing={m.name_missing()}
    problem={wrong?.field === "name" ? m.name_missing() : undefined}
    takesFocus={wrong?.field === "name"}
    autoCapitalize="words"
    autoComplete="off"
    enterKeyHint="search"
    maxLength={maxNameLength}
  />
);

type RepeatFormProps = {
  input: LookupInput;
  /** The number as it was typed. */
  asked: string;
  page: ResultPage;
  /** Sent with the next request. Proves that the visitor has waited. */
  ticket?: string | undefined;
  /** A proof-of-work challenge. Its solution replaces waiting. */
  challenge?: string | undefined;
  /** True if the answer is a file. The script leaves such a form to the browser. */
  keeps?: boolean | undefined;
};

/** Keeps the question for the buttons of the answer, so that the visitor can change the boxes above. */
export const RepeatForm = ({
  input: { number, name },
  asked,
  page,
  ticket = "",
  challenge,
  keeps,
}: RepeatFormProps) => (
  <>
    <form
      id={repeatForm}
      method="post"
      action={page}
      data-lookup={keeps ? undefined : ""}
      data-challenge={challenge}
      className="hidden"
    >
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="name" value={name} />
      {ticket && <input type="hidden" name="ticket" value={ticket} />}
      {keeps && <input type="hidden" name="keep" value="1" />}
    </form>
    {/* For a change of language: the form sends the boxes as they are, and the previous question. */}
    <input type="hidden" form={lookupForm} name="answered-number" value={asked} />
    <input type="hidden" form={lookupForm} name="answered-name" value={name} />
    {ticket && <input type="hidden" form={lookupForm} name="answered-ticket" value={ticket} />}
  </>
);

/** Offers a number that was perhaps meant. Depends only on the typed number, never on whether a record exists. */
export const SuggestedNumber = ({ input: { number, name }, page }: Pick<RepeatFormProps, "input" | "page">) => (
  <form method="post" action={page} data-lookup="">
    <input type="hidden" name="number" value={number} />
    <input type="hidden" name="name" value={name} />
    <Button variant="secondary">
      {m.perhaps_meant({ number: numberGroups(number, getSecondNumber().form).join("\u00A0") })}
    </Button>
  </form>
);

/** Leads from a page for one paper to the page that has the rest. After an answer, it asks the same there. */
export const TheRest = ({ page, asksAgain = false }: { page: ResultPage; asksAgain?: boolean }) => {
  if (lookupPages[page].by !== "passport") return null;
  return (
    <p className="screen-only text-16">
      {m.one_paper()}{" "}
      {asksAgain ? (
        <button form={repeatForm} formAction="/" className="link-button">
          {m.one_paper_rest()}
        </button>
      ) : (
        <a href="/">{m.one_paper_rest()}</a>
      )}
    </p>
  );
};

/** Asks again, because a receipt counts as a lookup. With scripts, the answer stays (enhance/keep-answer.ts). */
export const KeepAnswer = ({ page }: Pick<RepeatFormProps, "page">) => (
  <button form={repeatForm} formAction={page} name="keep" value="1" className="quiet-button screen-only">
    <Icon icon={receipt} className="size-5" />
    {m.keep_answer()}
  </button>
);

/** Sends the number by POST, not in the address. Opens a new tab, so that the answer stays open. */
export const ReportThis = () => (
  <button
    form={repeatForm}
    formAction={pages.report.path}
    formTarget="_blank"
    name="step"
    value="start"
    className="quiet-button screen-only"
  >
    <Icon icon={flag} className="size-5" />
    {m.report_link()}
  </button>
);
