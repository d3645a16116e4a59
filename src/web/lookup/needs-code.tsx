import { m } from "#i18n/compiled/messages.js";
import { CodeForm, type TypedCode } from "../code/code-form.tsx";
import { pages } from "../pages.ts";

type NeedsCodeProps = { operator: string; typed?: TypedCode | undefined; isAnswer?: boolean };

/** Under the policy `code`, in the place of a box for a number: the same whichever number was sent, and where none was. */
export const NeedsCode = ({ operator, typed, isAnswer = false }: NeedsCodeProps) => (
  <div className="grid gap-5">
    <p className="text-18 font-semibold" {...(isAnswer && { tabIndex: -1, autoFocus: true })}>
      {m.needs_code({ operator })}
    </p>
    <p>{m.needs_code_who()}</p>
    <CodeForm typed={typed} wrong={undefined} isElsewhere />
    {/* A slip says what it says without a code. */}
    <a href={pages.check.path} className="inline-flex min-h-11 items-center justify-self-start text-16">
      {m.check_title()}
    </a>
  </div>
);
