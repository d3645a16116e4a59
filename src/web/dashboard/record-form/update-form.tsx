import { Link } from "react-router";
import { documentKinds } from "#core/records/document-kinds.ts";
import type { PublicState } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { type HistoryLine, historyActions, RecordHistory } from "../records/record-history.tsx";
import { StateWord } from "#design/page/state-label.tsx";
import { fieldLabel, particularNames } from "./particulars.ts";
import { RecordForm } from "./record-form.tsx";
import type { ChangedField, Meanwhile, ShownForm } from "./shown-form.ts";
import { type FormSent, usePostedForm } from "./use-posted-form.ts";

type ChangeFormProps = { page: string; form: ShownForm; answer: FormSent };

type UpdateFormProps = ChangeFormProps & {
  name: string;
  publicState: PublicState;
  /** Why it came back; "" if it did not. */
  returnReason: string;
  mayUpdate: boolean;
  history: readonly HistoryLine[];
  /** Where the earlier part of the history begins. */
  earlier: string | null;
  /** The page of the list that it stands in. */
  list: string;
};

/** One record: how it stands, the form to change it, and what happened to it. */
export function UpdateForm({ name, publicState, returnReason, mayUpdate, ...props }: UpdateFormProps) {
  const { page, form, answer, history, earlier, list } = props;
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <strong className="text-18">{name}</strong>
        <StateWord publicState={publicState} />
        <Link to={list} className="inline-flex min-h-11 items-center">
          {m.back_to_list()}
        </Link>
      </div>
      {returnReason && (
        <div className="border-s-4 border-alarm ps-4">
          <p className="font-semibold">{m.sent_back_because({ reason: returnReason })}</p>
          <p>{m.sent_back_hint()}</p>
        </div>
      )}
      {mayUpdate || answer ? <ChangeForm {...{ page, form, answer }} /> : <p>{m.only_admins_change_it()}</p>}
      <section aria-labelledby="history" className="grid gap-4 border-t border-line pt-6">
        <h2 id="history" className="text-22">
          {m.history()}
        </h2>
        <RecordHistory lines={history} />
        {earlier && (
          <Link
            to={`?${new URLSearchParams({ earlier }).toString()}#history`}
            className="inline-flex min-h-11 items-center"
          >
            {m.history_earlier()}
          </Link>
        )}
      </section>
    </div>
  );
}

function ChangeForm({ page, form, answer }: ChangeFormProps) {
  const post = usePostedForm(page, answer);
  const { refused, taken } = post;
  return (
    <RecordForm
      // A record that was saved, or changed by others, fills the form anew.
      key={`${taken} ${refused?.meanwhile ? refused.values.version : ""}`}
      {...{ page, post }}
      form={refused?.values ?? form}
      fields={particularNames}
      optional={["fatherName", "motherName", "nationality"]}
      kinds={documentKinds}
      does="update"
      label={m.update_user()}
    >
      {refused?.meanwhile && <ChangedMeanwhile {...refused.meanwhile} />}
    </RecordForm>
  );
}

/** What others changed while the form was open, beside what one typed oneself. */
const ChangedMeanwhile = ({ events, changes }: Meanwhile) => (
  <section aria-labelledby="meanwhile" className="grid gap-3 rounded-sm border border-line-strong bg-raised p-4">
    <h2 id="meanwhile" className="text-18">
      {m.meanwhile_title()}
    </h2>
    <ul>
      {events.map(({ at, who, action }) => (
        <li key={`${at} ${action} ${who}`}>
          {historyActions[action]({ who: who ?? m.history_nobody() })} <span className="text-quiet">{at}</span>
        </li>
      ))}
    </ul>
    {changes.length > 0 && (
      <dl className="grid gap-3">
        {changes.map((change) => (
          <div key={change.field}>
            <dt className="font-semibold">{fieldLabel(change.field)}</dt>
            <dd>{change.now && m.meanwhile_now({ now: change.now })}</dd>
            <dd className="text-quiet">{fateOf(change)}</dd>
          </div>
        ))}
      </dl>
    )}
  </section>
);

function fateOf({ isYoursKept, now }: ChangedField): string {
  if (isYoursKept) return m.meanwhile_yours_kept();
  return now ? m.meanwhile_taken_over() : m.meanwhile_shown_below();
}
