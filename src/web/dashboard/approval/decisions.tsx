import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { ActionButton } from "#design/form/action-button.tsx";
import { Alarm } from "#design/form/alarm.tsx";
import { buttonClass } from "#design/form/button.tsx";
import { ConfirmLink } from "#design/form/confirm.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { keyed } from "#design/page/keys.ts";
import type { StaffRecord } from "../records/staff-record.tsx";
import { pageOfRecord, queuePage } from "./queue-paths.ts";
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
          action={pageOfRecord(id)}
          hidden={{ version: String(version), back: onwards }}
          reason={reason}
          isOpen={result !== undefined}
        />
      )}
      <p className="flex flex-wrap gap-x-6">
        <Link
          to={`/Update_A_User/${id}`}
          className="inline-flex min-h-11 items-center"
          {...keyed("e", m.update_record())}
        >
          {m.update_record()}
          <span className="sr-only"> {name}</span>
        </Link>
        <ConfirmLink
          label={m.delete_record()}
          of={name}
          action={`/dashboard/update/${id}/delete`}
          back={queuePage}
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
      action={queuePage}
      fields={{ do: "approve", id, version: String(version), back: onwards, from: pageOfRecord(id) }}
      label={m.approve_record()}
      of={name}
      className={buttonClass({ size: "large" })}
      {...keyed("a", m.approve_record())}
    />
  );
}

const TakeBack = ({ id, name, version }: Pick<StaffRecord, "id" | "name" | "version">) => (
  <ActionButton
    action={queuePage}
    fields={{ do: "unapprove", id, version: String(version), back: pageOfRecord(id), from: pageOfRecord(id) }}
    label={m.unapprove_record()}
    of={name}
    className={buttonClass({ look: "secondary", size: "small" })}
    {...keyed("u", m.unapprove_record())}
  />
);
