import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { Alarm } from "#design/form/alarm.tsx";
import { buttonClass } from "#design/form/button.tsx";
import { ConfirmLink } from "#design/form/confirm.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { keyed } from "#design/page/keys.ts";
import { UpdateLink } from "../records/update-link.tsx";
import type { StaffRecord } from "../records/staff-record.tsx";
import { pages } from "../../pages.ts";
import { SendBack } from "./send-back.tsx";

type DecisionsProps = {
  record: StaffRecord;
  isApproved: boolean;
  /** False where the rule of four eyes forbids it. */
  mayApprove: boolean;
  /** The path of the record that comes next. */
  onwards: string;
  /** The form with the reason, if it came back. */
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

const TakeBack = ({ id, name, version }: Pick<StaffRecord, "id" | "name" | "version">) => (
  <ActionButton
    action={pages.approval.path}
    fields={{
      do: "unapprove",
      id,
      version: String(version),
      back: href(pages.decide.path, { id }),
      from: href(pages.decide.path, { id }),
    }}
    label={m.unapprove_record()}
    of={name}
    className={buttonClass({ look: "secondary", size: "small" })}
    {...keyed("u", m.unapprove_record())}
  />
);
