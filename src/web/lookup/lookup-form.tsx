import type { ResultPage } from "#core/records/document-kinds.ts";
import { lookupPages } from "#core/records/lookup-pages.ts";
import { m } from "#i18n/compiled/messages.js";
import { type Asked, lookupForm } from "./ask-again.tsx";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";

type LookupFormProps = {
  page: ResultPage;
  isGuarded: boolean;
  typed: Asked | undefined;
  /** Whether it was typed on another site. */
  isCrossSite: boolean | undefined;
  missing: keyof Asked | undefined;
};

export const longestNumber = 100;
export const longestName = 200;

export function LookupForm({ page, isGuarded, typed, isCrossSite = false, missing }: LookupFormProps) {
  const { by, nameBox } = lookupPages[page];
  return (
    <form id={lookupForm} method="post" action={page} noValidate data-lookup="" className="grid gap-4">
      {isCrossSite && (
        <p tabIndex={-1} autoFocus className="border-s-4 border-line-strong ps-3 font-semibold">
          {m.number_from_other_site()}
        </p>
      )}
      {nameBox === "always" && <NameBox {...{ isGuarded, typed, missing }} />}
      <Field
        isLarge
        name="number"
        label={by === "either" ? m.either_number() : m.passport_number()}
        hint={by === "either" ? m.either_number_hint() : m.passport_number_hint()}
        value={typed?.number ?? ""}
        missing={m.number_missing()}
        problem={missing === "number" ? m.number_missing() : undefined}
        takesFocus={missing === "number"}
        className="text-22 tracking-wide"
        autoCapitalize="characters"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={longestNumber}
      />
      {nameBox === "guarded" && isGuarded && <NameBox {...{ isGuarded, typed, missing }} />}
      <div>
        <SearchButton label={m.search()} />
      </div>
    </form>
  );
}

/** Only the policy `guarded` compares the name; under `open` the box says that nobody does. */
const NameBox = ({ isGuarded, typed, missing }: Pick<LookupFormProps, "isGuarded" | "typed" | "missing">) => (
  <Field
    isLarge
    name="name"
    label={m.name()}
    hint={isGuarded ? m.name_hint() : m.name_hint_open()}
    value={typed?.name ?? ""}
    missing={isGuarded ? m.name_missing() : undefined}
    problem={missing === "name" ? m.name_missing() : undefined}
    takesFocus={missing === "name"}
    autoCapitalize="words"
    autoComplete="off"
    enterKeyHint="search"
    maxLength={longestName}
  />
);

type SearchButtonProps = { label: string; form?: string };

/** Keeps its width and its name while a search is under way; a second press then does nothing. */
export const SearchButton = ({ label, form }: SearchButtonProps) => (
  <Button form={form} size="large">
    {label}
  </Button>
);
