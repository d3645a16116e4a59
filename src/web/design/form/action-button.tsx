import type { Keyed } from "../page/keys.ts";
import { HiddenFields } from "./form-parts.tsx";
import { useAction } from "./failure.tsx";

type ActionButtonProps = Keyed & {
  action: string;
  fields: Readonly<Record<string, string>>;
  label: string;
  /** The person or thing that the action changes, for screen readers. */
  of: string;
  /** True if the action has nothing to do, because its result already exists. */
  isDone?: boolean;
  className?: string;
};

/** Runs one action. With scripts, the page stays open, and a second press while the action runs does nothing. */
export function ActionButton({ action, fields, label, of, isDone = false, ...button }: ActionButtonProps) {
  const fetcher = useAction();
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
