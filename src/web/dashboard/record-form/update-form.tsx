import { Link } from "react-router";
import { documentKinds } from "#core/records/document-kinds.ts";
import type { PublicState } from "#core/records/public-state.ts";
import { m } from "#i18n/compiled/messages.js";
import { RecordHistory } from "../records/record-history.tsx";
import { StateWord } from "#design/page/state-label.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { RecordForm, type RecordFormProps } from "./record-form.tsx";
import { type HistoryLine, type ParticularName, particularNames } from "./shown-form.ts";
import { type FormSent, usePostedForm } from "./use-posted-form.ts";

type UpdateFormProps = Pick<RecordFormProps, "page" | "form" | "send"> & {
  answer: FormSent;
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
export function UpdateForm({ name, publicState, returnReason, mayUpdate, answer, history, ...rest }: UpdateFormProps) {
  const { list, earlier, ...form } = rest;
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
      {mayUpdate || answer ? <ChangeForm {...form} answer={answer} /> : <p>{m.only_admins_change_it()}</p>}
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

const optional: ParticularName[] = ["fatherName", "motherName", "nationality"];

function ChangeForm({ answer, ...props }: Pick<UpdateFormProps, "page" | "form" | "send" | "answer">) {
  const post = usePostedForm(props.page, answer);
  const form = post.refused?.form ?? props.form;
  return (
    <RecordForm
      // A record that was saved, or changed by others, fills the form anew.
      key={`${post.taken} ${post.refused?.meanwhile ? form.version : ""}`}
      {...props}
      post={post}
      form={form}
      fields={particularNames}
      optional={optional}
      kinds={documentKinds}
      does="update"
      label={m.update_user()}
    >
      {post.refused?.meanwhile && <ChangedMeanwhile meanwhile={post.refused.meanwhile} />}
    </RecordForm>
  );
}
