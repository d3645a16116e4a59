import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";

export type BegunForms = {
  /** Every form that was begun and is not finished, the last one first. */
  begun: readonly { form: string; label: string; savedAt: string }[];
  /** The name of a form that nobody has begun. */
  fresh: string;
};

type BegunFormsProps = BegunForms & {
  page: string;
  /** The form on the page, and when it was kept, if it was begun on an earlier visit. */
  open: string;
  keptAt: string | null;
};

/** Where the form on the page comes from, and the way to the others. */
export function BegunFormsNote({ page, begun, fresh, open, keptAt }: BegunFormsProps) {
  const others = begun.filter(({ form }) => form !== open);
  return (
    <>
      {keptAt && (
        <div className="border-s-4 border-line-strong ps-4">
          <p>{m.draft_restored({ time: keptAt })}</p>
          <Link to={addressOf(page, fresh)} className="inline-flex min-h-11 items-center">
            {m.draft_begin_empty()}
          </Link>
        </div>
      )}
      {others.length > 0 && (
        <section aria-labelledby="begun" className="border-s-4 border-line-strong ps-4">
          <h2 id="begun" className="text-16 font-semibold">
            {m.draft_others()}
          </h2>
          <ul>
            {others.map(({ form, label, savedAt }) => (
              <li key={form} className="flex flex-wrap items-center gap-x-3">
                <Link to={addressOf(page, form)} className="inline-flex min-h-11 items-center wrap-anywhere">
                  {label || m.draft_without_name()}
                </Link>
                <span className="text-14 text-quiet">{savedAt}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const addressOf = (page: string, form: string) => `${page}?${new URLSearchParams({ form }).toString()}`;
