import { type RefObject, useEffect, useRef } from "react";
import { Form } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "../form/button.tsx";
import { HiddenFields } from "../form/form-parts.tsx";
import { keyed } from "../page/keys.ts";

type ListSearchProps = {
  action: string;
  label: string;
  search: string;
  kept: Readonly<Record<string, string>>;
};

/** Searches by POST, so that no address contains a number. */
export function ListSearch({ action, label, search, kept }: ListSearchProps) {
  const box = useSearchBox(search);
  return (
    <Form method="post" action={action} role="search" className="flex w-full max-w-xl flex-wrap gap-x-2">
      <HiddenFields fields={kept} />
      <label htmlFor="search" className="w-full text-14 text-quiet">
        {label}
      </label>
      <input
        ref={box}
        id="search"
        name="search"
        type="search"
        defaultValue={search}
        maxLength={200}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        className="min-h-11 min-w-0 grow rounded-sm border-2 border-line-strong bg-sunk px-3"
        {...keyed("/", m.search())}
      />
      <Button variant="secondary" size="small">
        {m.search()}
      </Button>
    </Form>
  );
}

/** Returns a ref for a box that shows the last search. Never overwrites what the user types, even before hydration. */
export function useSearchBox(searched: string): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  const shown = useRef(searched);
  useEffect(() => {
    const isOther = shown.current !== searched;
    shown.current = searched;
    if (isOther && box.current && document.activeElement !== box.current) box.current.value = searched;
  }, [searched]);
  return box;
}
