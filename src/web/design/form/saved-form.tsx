import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "./button.tsx";
import { SendForm } from "./send-form.tsx";

type SavedFormProps = {
  action: string;
  /** The time of the form result, if any. As the `key`, it makes a new form whose first wrong field takes the focus. */
  at: number | undefined;
  problem: string | null;
  hidden?: Readonly<Record<string, string>>;
  save: string;
  variant?: "primary" | "danger";
  /** The page to open when the user cancels. */
  back?: string;
  children: ReactNode;
};

export function SavedForm({
  action,
  at,
  problem,
  hidden = {},
  save,
  variant = "primary",
  back,
  children,
}: SavedFormProps) {
  return (
    <SendForm
      key={at}
      action={action}
      preventScrollReset
      className="grid max-w-xl gap-5"
      problem={problem}
      hidden={hidden}
    >
      {children}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button variant={variant} size="large">
          {save}
        </Button>
        {back && (
          <Link to={back} className="inline-flex min-h-11 items-center">
            {m.cancel()}
          </Link>
        )}
      </div>
    </SendForm>
  );
}
