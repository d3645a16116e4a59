import { useFetcher } from "react-router";
import { HiddenFields } from "../hidden-fields.tsx";
import { useTellTrouble } from "./deed-trouble.tsx";
import type { Unanswered } from "./unanswered.ts";

type DeedButtonProps = {
  /** Where it is sent to. */
  action: string;
  fields: Readonly<Record<string, string>>;
  label: string;
  /** Whom or what it is done to, for who cannot see beside what the button stands. */
  of: string;
  /** There is nothing to do: it is so already. */
  isDone?: boolean;
  className?: string;
  "data-key"?: string;
  "data-key-words"?: string;
};

/** One deed at one press. Where scripts run, the page stays; a second press while it is under way does nothing. */
export function DeedButton({ action, fields, label, of, isDone = false, ...button }: DeedButtonProps) {
  const fetcher = useFetcher<Unanswered>();
  useTellTrouble(fetcher.data);
  const isBusy = fetcher.state !== "idle";
  return (
    <fetcher.Form
      method="post"
      action={action}
      preventScrollReset
      onSubmit={(event) => isBusy && event.preventDefault()}
      className="contents"
    >
      <HiddenFields fields={fields} />
      <button {...button} disabled={isDone} aria-disabled={isBusy}>
        {label}
        <span className="sr-only"> {of}</span>
      </button>
    </fetcher.Form>
  );
}
