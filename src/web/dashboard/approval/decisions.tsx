import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { Alarm } from "#design/form/alarm.tsx";
import { ConfirmLink } from "#design/form/confirm.tsx";
import { ActionButton } from "#design/form/action-button.tsx";
import { keyed } from "#design/page/keys.ts";
import { SendBack, type SendBackState } from "./send-back.tsx";
import type { StaffRecord } from "../records/staff-record.tsx";

type DecisionsProps = {
  record: Pick<StaffRecord, "id" | "name" | "version" | "publicState">;
  isApproved: boolean;
  /** False where the rule of four eyes forbids it. */
  mayApprove: boolean;
  /** The path of the queue, of this record in it, and of the record that comes next. */
  queue: string;
  page: string;
  onwards: string;
  sendBack: SendBackState | undefined;
};

/** What can be decided about one record. Each decision is for the version that is on the page, and leads on to the next one. */
export function Decisions(props: DecisionsProps) {
  const { record, isApproved, onwards, page, queue, sendBack } = props;
  const { id, name, version, publicState } = record;
  const maySendBack = !isApproved && publicState !== "returned";
  return (
    <div className="grid justify-items-start gap-3">
      {/* Somebody else has decided on it meanwhile. */}
      {sendBack && !maySendBack && <Alarm>{sendBack.problem}</Alarm>}
      {isApproved ? <TakeBack {...props} /> : <Approve {...props} />}
      {maySendBack && (
        <SendBack key={version} action={page} fields={{ version: String(version), back: onwards }} state={sendBack} />
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
          back={queue}
          className="inline-flex min-h-11 items-center"
          {...keyed("x", m.delete_record())}
        />
      </p>
    </div>
  );
}

function Approve({ record: { id, name, version }, mayApprove, queue, page, onwards }: DecisionsProps) {
  if (!mayApprove) return <p className="border-s-4 border-line-strong ps-4">{m.four_eyes_own()}</p>;
  return (
    <ActionButton
      action={queue}
      fields={{ do: "approve", id, version: String(version), back: onwards, from: page }}
      label={m.approve_record()}
      of={name}
      className="action"
      {...keyed("a", m.approve_record())}
    />
  );
}

const TakeBack = ({ record: { id, name, version }, queue, page }: DecisionsProps) => (
  <ActionButton
    action={queue}
    fields={{ do: "unapprove", id, version: String(version), back: page, from: page }}
    label={m.unapprove_record()}
    of={name}
    className="quiet-button"
    {...keyed("u", m.unapprove_record())}
  />
);
