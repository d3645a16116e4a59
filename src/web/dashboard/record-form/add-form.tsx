import { type FieldName, fieldNames, fieldsWithout, fieldsNeeded } from "#core/records/record-fields.ts";
import { useEffect, useState } from "react";
import { type AnyKind, kindsHere, type KindsOff, type OwnPaper } from "#core/own-fields/own-paper.ts";
import { kindsOnForm } from "#core/records/document-kinds.ts";
import { isOn } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";
import { fieldsHere } from "#i18n/second-number.ts";
import { pages } from "../../pages.ts";
import { TextLink } from "../frame/text-link.tsx";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { DraftFailure } from "../page-draft/page-draft.tsx";
import type { SaveFailure } from "../page-draft/use-autosave.ts";
import { PassportButton } from "../passport/passport-button.tsx";
import type { ShownOwnField } from "./own-fields.tsx";
import { RecordForm } from "./record-form.tsx";
import { addressOfForm, type ShownForm } from "./shown-form.ts";
import { type FormSent, usePostedForm } from "./use-posted-form.ts";

/** An add form as it was left, and the other forms that were begun. */
export type OpenedForm = {
  form: ShownForm;
  irccNumberIsOptional: boolean;
  ownFields: readonly ShownOwnField[];
  ownPapers: readonly OwnPaper[];
  kindsOff: KindsOff;
  /** The kinds that visitors do not see. */
  unseen: readonly AnyKind[];
  /** The name of the form in the URL; "" if there is none. */
  nameInUrl: string;
  /** When the form was last saved; null if it is new. */
  savedAt: string | null;
  /** True if the form that the URL names cannot be read. */
  isDamaged: boolean;
  /** Every form that was begun and is not finished, the newest first. */
  begun: readonly { form: string; label: string; savedAt: string }[];
  fresh: string;
};

type AddFormProps = OpenedForm & { page: string; forRole: "admin" | "moderator"; answer: FormSent };

/**
 * Adds one record, then the next. The site keeps the typed values until the record is added or the form is thrown away.
 */
export function AddForm({ page, forRole, answer, ...opened }: AddFormProps) {
  const { nameInUrl, savedAt } = opened;
  const site = useDashboard();
  const post = usePostedForm(page, answer, `${page} ${nameInUrl}`);
  const { refused, taken } = post;
  const [unkept, noteUnkept] = useState<SaveFailure | null>(null);
  const form = refused?.values.name ? refused.values : opened.form;
  useEffect(() => {
    // After a record was added, the user continues at the first field of the next form.
    if (taken > 0) document.getElementById("passportNumber")?.focus();
  }, [taken]);
  return (
    <div className="grid grid-cols-1 gap-6">
      <BegunForms {...opened} page={page} open={form.name} savedAt={refused ? null : savedAt} />
      {unkept && (
        <div role="status" className="border-s-4 border-alarm ps-4">
          <p>{m.draft_typed_meanwhile()}</p>
          <DraftFailure {...unkept} />
        </div>
      )}
      {isOn(site, "passports") && <PassportButton />}
      <RecordForm
        // The key resets the component for the next record, and for another form of this page.
        key={`${taken} ${nameInUrl}`}
        {...{ page, post, form, noteUnkept }}
        kinds={kindsHere(opened, kindsOnForm[forRole])}
        fields={fieldsHere<FieldName>(forRole === "moderator" ? fieldNames : fieldsWithout("isFromSettings"))}
        ownFields={opened.ownFields}
        ownPapers={opened.ownPapers}
        unseen={opened.unseen}
        optional={fieldsNeeded("never", ...(opened.irccNumberIsOptional ? ["by-setting" as const] : []))}
        does="add"
        label={m.add_new_user()}
      />
    </div>
  );
}

type BegunFormsProps = Pick<OpenedForm, "savedAt" | "isDamaged" | "begun" | "fresh"> & { page: string; open: string };

/** Says when the form on the page was saved or that it cannot be read, and links to the other begun forms. */
function BegunForms({ page, begun, fresh, open, savedAt, isDamaged }: BegunFormsProps) {
  const others = begun.filter(({ form }) => form !== open);
  return (
    <>
      {savedAt && (
        <div className="border-s-4 border-line-strong ps-4">
          <p>{m.draft_restored({ time: savedAt })}</p>
          <TextLink to={addressOfForm(page, fresh)} label={m.draft_begin_empty()} />
        </div>
      )}
      {isDamaged && (
        <div className="border-s-4 border-alarm ps-4">
          <p>{m.draft_damaged()}</p>
          <TextLink to={pages.drafts.path} label={m.drafts_title()} />
        </div>
      )}
      {others.length > 0 && (
        <section aria-labelledby="begun" className="border-s-4 border-line-strong ps-4">
          <h2 id="begun" className="text-16 font-semibold">
            {m.draft_others()}
          </h2>
          <ul>
            {others.map((other) => (
              <li key={other.form} className="flex flex-wrap items-center gap-x-3">
                <TextLink
                  to={addressOfForm(page, other.form)}
                  label={other.label || m.draft_without_name()}
                  className="wrap-anywhere"
                />
                <span className="text-14 text-quiet">{other.savedAt}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
