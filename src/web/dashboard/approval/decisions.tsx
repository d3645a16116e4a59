import { type ToggleEvent, useRef } from "react";
import { Form, href, useNavigation } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { Alarm } from "#design/form/alarm.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { ConfirmLink } from "#design/form/confirm.tsx";
import { Field } from "#design/form/field.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { type FormResult, type ShownField, shownForm } from "#design/form/form-result.ts";
import { keyed } from "#design/page/keys.ts";
import { UpdateLink } from "../records/update-link.tsx";
import type { StaffRecord } from "../records/staff-record.tsx";
import { pages } from "../../pages.ts";

type DecisionsProps = {
  record: StaffRecord;
  isApproved: boolean;
  /** False where the rule of four eyes forbids it. */
  mayApprove: boolean;
  /** The path of the record that comes next. */
  onwards: string;
  result: FormResult | undefined;
};

/** What can be decided about one record. Each decision is for the version that is on the page, and leads on to the next one. */
export function Decisions({ record, isApproved, mayApprove, onwards, result }: DecisionsProps) {
  const { id, name, version, publicState } = record;
  const maySendBack = !isApproved && publicState !== "returned";
  const { field } = shownForm(result, ["reason"], {
    ownFields: { reason: { required: m.send_back_reason_required } },
    elsewhere: "reason",
  });
  const reason = field("reason");
  return (
    <div className="grid justify-items-start gap-3">
      {/* Somebody else has decided on it meanwhile. */}
      {result && !maySendBack && <Alarm>{reason.problem}</Alarm>}
      {isApproved ? <TakeBack {...record} /> : <Approve {...record} {...{ mayApprove, onwards }} />}
      {maySendBack && (
        <SendBack
          key={version}
          action={href(pages.decide.path, { id })}
          hidden={{ version: String(version), back: onwards }}
          reason={reason}
          isOpen={result !== undefined}
        />
      )}
      <p className="flex flex-wrap gap-x-6">
        <UpdateLink {...{ id, name }} className="inline-flex min-h-11 items-center" />
        <ConfirmLink
          label={m.delete_record()}
          of={name}
          action={href(pages.deleteRecord.path, { id })}
          back={pages.approval.path}
          className="inline-flex min-h-11 items-center"
          {...keyed("x", m.delete_record())}
        />
      </p>
    </div>
  );
}

type ApproveProps = Pick<StaffRecord, "id" | "name" | "version"> & Pick<DecisionsProps, "mayApprove" | "onwards">;

function Approve({ id, name, version, mayApprove, onwards }: ApproveProps) {
  if (!mayApprove) return <p className="border-s-4 border-line-strong ps-4">{m.four_eyes_own()}</p>;
  return (
    <ActionButton
      action={pages.approval.path}
      fields={{ do: "approve", id, version: String(version), back: onwards, from: href(pages.decide.path, { id }) }}
      label={m.approve_record()}
      of={name}
      className={buttonClass({ size: "large" })}
      {...keyed("a", m.approve_record())}
    />
  );
}

const TakeBack = ({ id, name, version }: StaffRecord) => (
  <ActionButton
    action={pages.approval.path}
    fields={{ do: "unapprove", id, version: String(version), back: href(pages.decide.path, { id }) }}
    label={m.unapprove_record()}
    of={name}
    className={buttonClass({ look: "secondary", size: "small" })}
    {...keyed("u", m.unapprove_record())}
  />
);

type SendBackProps = {
  action: string;
  hidden: Readonly<Record<string, string>>;
  reason: ShownField;
  /** A reason came back. */
  isOpen: boolean;
};

/** Opens for who wants to send a record back, and asks for the reason. */
function SendBack({ action, hidden, reason, isOpen }: SendBackProps) {
  const form = useRef<HTMLFormElement>(null);
  const isBusy = useNavigation().state === "submitting";
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
      <Form
        ref={form}
        method="post"
        action={action}
        noValidate
        onSubmit={(event) => isBusy && event.preventDefault()}
        className="mt-2 grid justify-items-stretch gap-3"
      >
        <HiddenFields fields={hidden} />
        <Field
          {...reason}
          label={m.send_back_reason()}
          hint={m.send_back_hint()}
          missing={m.send_back_reason_required()}
          rows={4}
        />
        <Button look="secondary" size="small" isBusy={isBusy} className="justify-self-start">
          {m.send_back_now()}
        </Button>
      </Form>
    </details>
  );
}
