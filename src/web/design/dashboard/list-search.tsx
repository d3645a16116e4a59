import { Form } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { HiddenFields } from "../hidden-fields.tsx";
import { keyed } from "./keys.ts";
import { useSearchBox } from "./use-search-box.ts";

type ListSearchProps = {
  action: string;
  label: string;
  search: string;
  /** What else the list is asked for. */
  kept: Readonly<Record<string, string>>;
};

/** Posted, so that a number gets into no address. */
export function ListSearch({ action, label, search, kept }: ListSearchProps) {
  const box = useSearchBox(search);
  return (
    <Form method="post" action={action} role="search" className="flex w-full max-w-xl gap-2">
      <HiddenFields fields={kept} />
      <label htmlFor="search" className="sr-only">
        {label}
      </label>
      <input
        ref={box}
        id="search"
        name="search"
        type="search"
        defaultValue={search}
        placeholder={label}
        maxLength={200}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        className="min-h-11 min-w-0 grow rounded-sm border-2 border-line-strong bg-sunk px-3 placeholder:text-quiet"
        {...keyed("/", m.search())}
      />
      <button className="quiet-button">{m.search()}</button>
    </Form>
  );
}
