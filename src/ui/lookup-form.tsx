import type { ResultPage } from "#core/candidates/document-kinds.ts";
import { m } from "#i18n/compiled/messages.js";
import { SearchButton } from "./search-button.tsx";
import { TextField } from "./text-field.tsx";

export type Asked = { number: string; name: string };

type LookupFormProps = {
  page: ResultPage;
  numberLabel: string;
  numberHint: string;
  /** Whether the number alone is not enough. */
  asksName: boolean;
  asked: Asked | undefined;
  missing: keyof Asked | undefined;
};

/** Buttons elsewhere on the page that send the form name it. */
export const lookupForm = "lookup-form";

export function LookupForm({ page, numberLabel, numberHint, asksName, asked, missing }: LookupFormProps) {
  return (
    <form id={lookupForm} method="post" action={page} className="grid gap-4">
      <TextField
        name="number"
        label={numberLabel}
        hint={numberHint}
        value={asked?.number ?? ""}
        problem={missing === "number" ? m.number_missing() : undefined}
        autoCapitalize="characters"
        enterKeyHint="search"
        maxLength={100}
      />
      {asksName && (
        <TextField
          name="name"
          label={m.name()}
          hint={m.name_hint()}
          value={asked?.name ?? ""}
          problem={missing === "name" ? m.name_missing() : undefined}
          autoCapitalize="words"
          enterKeyHint="search"
          maxLength={200}
        />
      )}
      <div>
        <SearchButton label={m.search()} />
      </div>
    </form>
  );
}
