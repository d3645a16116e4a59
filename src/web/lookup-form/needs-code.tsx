import { m } from "#i18n/compiled/messages.js";
import { CodeForm, type TypedCode } from "./code-form.tsx";
import { pages } from "../pages.ts";

type NeedsCodeProps = { operator: string; typed?: TypedCode | undefined; isAnswer?: boolean };

/** Replaces the box for a number under the policy `code`. The same for every number, and without one. */
export const NeedsCode = ({ operator, typed, isAnswer = false }: NeedsCodeProps) => (
  <div className="grid gap-5">
    <p className="text-18 font-semibold" {...(isAnswer && { tabIndex: -1, autoFocus: true })}>
      {m.needs_code({ operator })}
    </p>
    <p>{m.needs_code_who()}</p>
    <CodeForm typed={typed} wrong={undefined} isElsewhere />
    {/* A slip can be checked without a share code. */}
    <a href={pages.check.path} className="inline-flex min-h-11 items-center justify-self-start text-16">
      {m.check_title()}
    </a>
  </div>
);
