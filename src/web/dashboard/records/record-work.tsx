import { type ReactNode, useState } from "react";
import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { PageDraft, type ShownPageDraft } from "../page-draft/page-draft.tsx";

type Account = { id: string; name: string };

export type ShownWork = {
  assignee: Account | null;
  /** The accounts to which the record can be assigned; null if the user may not assign it. */
  choices: readonly Account[] | null;
  comments: readonly ShownComment[];
  /** The idempotency key of the form: a comment that is sent twice with this key is added once. */
  commentKey: string;
  draft: ShownPageDraft;
};

type ShownComment = { id: string; at: string; writtenBy: string | null; text: string; mayDelete: boolean };

type RecordWorkProps = { id: string; name: string; work: ShownWork; here: string; result: FormResult | undefined };

/** Shows who works on a record, and the comments of staff. Visitors see neither. */
export function RecordWork({ id, name, work, here, result }: RecordWorkProps) {
  const { assignee, choices, comments, commentKey, draft } = work;
  const action = href(pages.record.path, { id });
  const isOfAssigning = result?.values["do"] === "assign";
  const accepted = useAcceptedComments(comments);
  return (
    <section aria-labelledby="comments" className="grid content-start gap-4">
      <h2 id="comments" className="text-22">
        {m.comments()}
      </h2>
      {choices ? (
        <AssignForm
          key={`${assignee?.id} ${result?.at}`}
          action={action}
          fields={{ do: "assign", back: here }}
          chosen={assignee?.id}
          choices={choices}
          result={isOfAssigning ? result : undefined}
          button={
            <Button variant="secondary" size="small" className="min-h-13">
              {m.assign()}
            </Button>
          }
        />
      ) : (
        assignee && (
          <p>
            {m.assigned_to()}: {assignee.name}
          </p>
        )
      )}
      {comments.length > 0 && <Comments {...{ action, here, name, comments }} />}
      <CommentForm
        key={`${id} ${accepted} ${isOfAssigning ? "" : result?.at}`}
        {...{ action, here, commentKey, draft }}
        result={isOfAssigning ? undefined : result}
      />
    </section>
  );
}

/** Counts the own comments that were added since the page was opened: the box is empty again after each of them. */
function useAcceptedComments(comments: readonly ShownComment[]): number {
  const [known, setKnown] = useState({ comments, accepted: 0 });
  if (known.comments !== comments) {
    const isNew = ({ id, mayDelete }: ShownComment) => mayDelete && !known.comments.some((one) => one.id === id);
    setKnown({ comments, accepted: known.accepted + comments.filter(isNew).length });
  }
  return known.accepted;
}

type FormPlace = { action: string; here: string };

type CommentsProps = FormPlace & { name: string; comments: readonly ShownComment[] };

const Comments = ({ action, here, name, comments }: CommentsProps) => (
  <ul className="grid gap-4">
    {comments.map((comment) => (
      <li key={comment.id} className="border-s-2 border-line ps-4">
        <p className="wrap-anywhere whitespace-pre-line">{comment.text}</p>
        <div className="flex flex-wrap items-center gap-x-4 text-14 text-quiet">
          {comment.writtenBy ?? m.history_nobody()} · {comment.at}
          {comment.mayDelete && (
            <ConfirmBelow label={m.delete_comment()} of={name}>
              {m.cannot_be_reverted()}
              <ActionButton
                action={action}
                fields={{ do: "delete-comment", comment: comment.id, back: here }}
                label={m.yes_delete()}
                of={name}
                className={buttonClass({ variant: "danger", size: "small" })}
              />
            </ConfirmBelow>
          )}
        </div>
      </li>
    ))}
  </ul>
);

type AssignFormProps = {
  action: string;
  fields: Readonly<Record<string, string>>;
  /** The id of the current assignee; by default nobody. */
  chosen?: string | undefined;
  choices: readonly Account[];
  button: ReactNode;
  /** The form if it came back: the chosen account cannot work on the record. */
  result?: FormResult | undefined;
};

/** A form that assigns one record or many to an account. */
export function AssignForm({ action, fields, chosen = "", choices, button, result }: AssignFormProps) {
  const { field } = shownForm(result, ["assignee"], {
    filled: { assignee: chosen },
    ownFields: { assignee: { "unknown-choice": m.bulk_left_not_theirs } },
    elsewhere: "assignee",
  });
  return (
    <SendForm action={action} className="flex flex-wrap items-end gap-3" hidden={fields}>
      <div className="min-w-0 grow sm:max-w-72">
        <Field
          {...field("assignee")}
          label={m.assigned_to()}
          choices={[
            { value: "", label: m.assigned_to_nobody() },
            ...choices.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
      {button}
    </SendForm>
  );
}

function CommentForm({
  action,
  here,
  commentKey,
  draft,
  result,
}: FormPlace & Pick<RecordWorkProps, "result"> & Pick<ShownWork, "commentKey" | "draft">) {
  const { field } = shownForm(result, ["text"], {
    ownFields: { text: { required: m.comment_required } },
    elsewhere: "text",
  });
  return (
    <SendForm
      action={action}
      className="grid max-w-2xl justify-items-stretch gap-3"
      hidden={{ do: "comment", key: commentKey, back: here }}
    >
      <PageDraft {...draft} cameBack={result !== undefined} />
      <Field
        {...field("text")}
        label={m.comment()}
        hint={m.comment_hint()}
        missing={m.comment_required()}
        maxLength={2000}
        rows={3}
      />
      <Button variant="secondary" size="small" className="justify-self-start">
        {m.comment_send()}
      </Button>
    </SendForm>
  );
}
