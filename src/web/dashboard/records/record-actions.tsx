import { type ToggleEvent, useRef } from "react";
import { href } from "react-router";
import { imageAddress } from "#core/images/image-links.ts";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { Alarm } from "#design/form/alarm.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { ConfirmLink } from "#design/form/confirm.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, type ShownField, shownForm } from "#design/form/form-result.ts";
import { keyed } from "#design/page/keys.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { PageDraft, type ShownPageDraft } from "../page-draft/page-draft.tsx";
import { HideButton, hideInstead } from "../record-list/record-columns.tsx";
import { UpdateLink } from "../record-list/record-links.tsx";
import { RecordMark } from "../record-list/record-mark.tsx";
import type { StaffRecord } from "./staff-record.tsx";
import { type ShownChanges, TakeMyPartBack } from "./waiting-changes.tsx";

/** What the user may do with the record. */
export type MayDo = {
  /** True for admins: they may approve, send back, hide and delete the record. */
  decide: boolean;
  /** False if the four-eyes rule forbids it, to this person or until the record is sent again. */
  approve: boolean;
  /** Why not: roles tie the person to these, until then. Null if a part of it is their own. */
  tiedUntil: { date: string; names: string } | null;
  update: boolean;
};

type RecordActionsProps = {
  record: StaffRecord;
  /** What waits of it. */
  changes: ShownChanges | null;
  /** True if it is not approved before needed fields are filled in. */
  isIncomplete: boolean;
  may: MayDo;
  /** `here` is the page with these actions, `list` the list from which it was opened. */
  here: string;
  list: string;
  /** The page after a decision, such as the next record of the queue; by default `here`. */
  onwards?: string;
  /** The reason for sending the record back, as it was typed and not sent. */
  sendBackDraft: ShownPageDraft;
  result: FormResult | undefined;
};

/** The actions on one record, the most likely one first. A decision applies only to the version that the page shows. */
export function RecordActions({
  record,
  changes,
  isIncomplete,
  may,
  here,
  list,
  onwards = here,
  sendBackDraft,
  result,
}: RecordActionsProps) {
  const { id, name, version, approved, publicState } = record;
  const revision = changes?.state ?? null;
  const next = nextStep(record, may, revision, isIncomplete);
  const maySendBack = may.decide && (revision ? revision === "waiting" : !approved && !record.isReturned);
  const { field } = shownForm(result, ["reason"], {
    ownFields: { reason: { required: m.send_back_reason_required } },
    elsewhere: "reason",
  });
  const reason = field("reason");
  return (
    <div className="grid justify-items-start gap-3">
      {/* The form came back, but its place is gone: somebody else has decided on the record in between. */}
      {result && !maySendBack && <Alarm>{reason.problem}</Alarm>}
      {next === "approve" && <Approve {...{ record, here, onwards }} isRevision={revision !== null} />}
      {next === "discard" && <ThrowAway {...{ id, name, version, here }} />}
      {next === "unhide" && <HideButton {...{ id, name, publicState }} back={here} className={main} />}
      {next === "update" && (
        <UpdateLink
          {...{ id, name }}
          label={isIncomplete ? m.approval_fill_in() : updateLabel(record, may)}
          className={main}
        />
      )}
      {next === null && <p className="border-s-4 border-line-strong ps-4">{whyNothing(may)}</p>}
      {changes?.isOwnPart && may.decide && <TakeMyPartBack {...{ id, name, version, here }} />}
      {maySendBack && (
        <SendBack
          key={version}
          action={href(pages.decide.path, { id })}
          hidden={{ version: String(version), back: onwards }}
          reason={reason}
          draft={sendBackDraft}
          isOpen={result !== undefined}
        />
      )}
      <div className="flex flex-wrap items-center gap-x-6">
        {may.update && next !== "update" && <UpdateLink {...{ id, name }} className={beside} />}
        {may.decide && next !== "unhide" && (
          <HideButton {...{ id, name, publicState }} back={here} className={beside} />
        )}
        {may.decide && approved && <TakeBack {...record} here={here} />}
        {may.decide && <DeleteLink record={record} back={list} />}
      </div>
    </div>
  );
}

const DeleteLink = ({ record, back }: { record: StaffRecord; back: string }) => (
  <ConfirmLink
    label={m.delete_record()}
    of={record.name}
    mark={
      <RecordMark
        number={record.particulars.passportNumber}
        photo={record.photo && imageAddress(record.photo.page.image, "list", null)}
      />
    }
    action={href(pages.deleteRecord.path, { id: record.id })}
    back={back}
    instead={record.publicState === "hidden" ? undefined : hideInstead(record.id)}
    className={buttonClass({ variant: "row-danger" })}
    {...keyed("x", m.delete_record())}
  />
);

const main = buttonClass({ size: "large" });
const beside = buttonClass({ variant: "row" });

/** The most likely next action on a record in this state. Null if the user can do nothing. */
function nextStep(record: StaffRecord, may: MayDo, revision: ShownChanges["state"], isIncomplete: boolean) {
  const { approved, isReturned, publicState } = record;
  if (!may.decide) return may.update ? "update" : null;
  if (revision === "damaged") return "discard";
  if (isIncomplete && may.update) return "update";
  if (may.approve && (!approved || revision === "waiting")) return "approve";
  // What was sent back is approved once it was corrected and sent again.
  if (isReturned) return "update";
  if (!approved || revision === "waiting") return null;
  return publicState === "hidden" ? "unhide" : "update";
}

const updateLabel = ({ isReturned }: StaffRecord, { approve }: MayDo) =>
  isReturned && !approve ? m.correct_and_send() : m.update_record();

function whyNothing({ decide, tiedUntil }: MayDo): string {
  if (!decide) return m.only_admins_change_it();
  return tiedUntil ? m.four_eyes_tied(tiedUntil) : m.four_eyes_own();
}

type ApproveProps = Required<Pick<RecordActionsProps, "record" | "here" | "onwards">> & { isRevision: boolean };

const Approve = ({ record: { id, name, version }, here, onwards, isRevision }: ApproveProps) => (
  <ActionButton
    action={pages.approval.path}
    fields={{
      do: isRevision ? "approve-changes" : "approve",
      id,
      version: String(version),
      back: onwards,
      from: here,
    }}
    label={isRevision ? m.changes_approve() : m.approve_record()}
    of={name}
    className={main}
    {...keyed("a", m.approve_record())}
  />
);

const ThrowAway = ({ id, name, version, here }: Pick<StaffRecord, "id" | "name" | "version"> & { here: string }) => (
  <ActionButton
    action={pages.approval.path}
    fields={{ do: "discard-damaged", id, version: String(version), back: here }}
    label={m.changes_throw_away()}
    of={name}
    className={buttonClass({ size: "large" })}
  />
);

const TakeBack = ({ id, name, version, here }: StaffRecord & { here: string }) => (
  <ActionButton
    action={pages.approval.path}
    fields={{ do: "unapprove", id, version: String(version), back: here }}
    label={m.unapprove_record()}
    of={name}
    className={buttonClass({ variant: "row-danger" })}
    {...keyed("u", m.unapprove_record())}
  />
);

type SendBackProps = {
  action: string;
  hidden: Readonly<Record<string, string>>;
  reason: ShownField;
  draft: ShownPageDraft;
  /** True if the form came back with a problem. */
  isOpen: boolean;
};

/** The form that sends a record back. It is closed until the user opens it, and asks for the reason. */
function SendBack({ action, hidden, reason, draft, isOpen }: SendBackProps) {
  const form = useRef<HTMLFormElement>(null);
  const begin = ({ newState }: ToggleEvent) => {
    if (newState === "open") form.current?.querySelector("textarea")?.focus();
  };
  return (
    <details open={isOpen} onToggle={begin} className="w-full">
      <summary
        className="min-h-11 cursor-pointer py-2 underline underline-offset-4"
        {...keyed("s", m.send_back_record())}
      >
        {m.send_back_record()}
      </summary>
      <SendForm ref={form} action={action} className="mt-2 grid justify-items-stretch gap-3" hidden={hidden}>
        <PageDraft {...draft} cameBack={isOpen} />
        <Field
          {...reason}
          label={m.send_back_reason()}
          hint={m.send_back_hint()}
          missing={m.send_back_reason_required()}
          rows={4}
        />
        <Button variant="secondary" size="small" className="justify-self-start">
          {m.send_back_now()}
        </Button>
      </SendForm>
    </details>
  );
}
