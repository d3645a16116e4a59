import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { HiddenFields } from "#design/hidden-fields.tsx";

type AccountFormProps = {
  /** For buttons elsewhere on the page. */
  id?: string;
  /** A path of ours; its own page where it is absent. */
  action: string;
  /** What is wrong, by field. */
  problems?: ReadonlyMap<string, string>;
  /** Sent along unseen. */
  hidden?: Readonly<Record<string, string>>;
  children: ReactNode;
};

/** Checked on the server only, which knows more; where scripts run, the answer comes in place. */
export function AccountForm({ id, action, problems = new Map(), hidden = {}, children }: AccountFormProps) {
  return (
    <form
      id={id}
      method="post"
      action={action}
      noValidate
      data-in-place=""
      className="grid justify-items-stretch gap-5"
    >
      {problems.size > 1 && <WrongFields problems={problems} />}
      <HiddenFields fields={hidden} />
      {children}
    </form>
  );
}

const WrongFields = ({ problems }: { problems: ReadonlyMap<string, string> }) => (
  <section aria-labelledby="wrong-fields" className="grid gap-1 border-s-4 border-alarm ps-4">
    <h2 id="wrong-fields" className="font-semibold">
      {m.wrong_fields_title()}
    </h2>
    <ul className="text-16">
      {[...problems].map(([field, words]) => (
        <li key={field}>
          <a href={`#${field}`} className="inline-block py-1 text-alarm">
            {words}
          </a>
        </li>
      ))}
    </ul>
  </section>
);
