import { useFetcher } from "react-router";
import { HiddenFields } from "./form-parts.tsx";
import { useShowFailure, type Failure } from "./failure.tsx";

type ActionButtonProps = {
  action: string;
  fields: Readonly<Record<string, string>>;
  label: string;
  /** Whom or what it is done to, for who cannot see what is beside the button. */
  of: string;
  /** There is nothing to do: it is so already. */
  isDone?: boolean;
  className?: string;
  "data-key"?: string;
  "data-key-words"?: string;
};

/** Does one action. Where scripts run, the page stays; a second press while it is under way does nothing. */
export function ActionButton({ action, fields, label, of, isDone = false, ...button }: ActionButtonProps) {
  const fetcher = useFetcher<Failure>();
  useShowFailure(fetcher.data);
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
