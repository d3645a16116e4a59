import { m } from "#i18n/compiled/messages.js";

type NeedsCodeProps = { operator: string; isAnswer?: boolean };

/** Under the policy `code`, in the place of a box for a number: the same whichever number was sent, and where none was. */
export const NeedsCode = ({ operator, isAnswer = false }: NeedsCodeProps) => (
  <div className="grid justify-items-start gap-5">
    <p className="text-18 font-semibold" {...(isAnswer && { tabIndex: -1, autoFocus: true })}>
      {m.needs_code({ operator })}
    </p>
    <p className="text-16 text-quiet">{m.needs_code_who()}</p>
  </div>
);
