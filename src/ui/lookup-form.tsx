import type { ResultPage } from "#core/candidates/document-kinds.ts";
import { lookupPages } from "#core/candidates/lookup-pages.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Asked } from "./ask-again.tsx";
import { SearchButton } from "./search-button.tsx";
import { TextField } from "./text-field.tsx";

type LookupFormProps = {
  page: ResultPage;
  isGuarded: boolean;
  asked: Asked | undefined;
  missing: keyof Asked | undefined;
};

/** Buttons elsewhere on the page that send the form name it. */
export const lookupForm = "lookup-form";

export function LookupForm({ page, isGuarded, asked, missing }: LookupFormProps) {
  const { by, nameBox } = lookupPages[page];
  return (
    <form id={lookupForm} method="post" action={page} data-lookup="" className="grid gap-4">
      {nameBox === "always" && <NameBox {...{ isGuarded, asked, missing }} />}
      <TextField
        name="number"
        label={by === "either" ? m.either_number() : m.passport_number()}
        hint={by === "either" ? m.either_number_hint() : m.passport_number_hint()}
        value={asked?.number ?? ""}
        problem={missing === "number" ? m.number_missing() : undefined}
        required
        className="paper-box"
        autoCapitalize="characters"
        autoComplete="off"
        enterKeyHint="search"
        maxLength={100}
      />
      {nameBox === "guarded" && isGuarded && <NameBox {...{ isGuarded, asked, missing }} />}
      <div>
        <SearchButton label={m.search()} />
      </div>
    </form>
  );
}

/** Only the policy `guarded` looks at the name; elsewhere the box says that it may stay empty. */
const NameBox = ({ isGuarded, asked, missing }: Pick<LookupFormProps, "isGuarded" | "asked" | "missing">) => (
  <TextField
    name="name"
    label={m.name()}
    hint={isGuarded ? m.name_hint() : m.name_hint_open()}
    value={asked?.name ?? ""}
    problem={missing === "name" ? m.name_missing() : undefined}
    required={isGuarded}
    autoCapitalize="words"
    autoComplete="off"
    enterKeyHint="search"
    maxLength={200}
  />
);
