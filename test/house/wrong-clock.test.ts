import { expect, test } from "vitest";
import { allTables } from "#storage/database/tables/copied-tables.ts";

/** What a time of the clock does that was ahead when it was stored. `test/operations/wrong-clock.test.ts` tries it. */
const compared = {
  "does not count as the newest": "backup_run.started_at backup_run.heard_at backup_run.ended_at",
  "counts as come":
    "alert.due_at holder.tell_at mail.next_try_at told_answer.due_at webhook_delivery.next_try_at held_change.due_at",
  "ends at once":
    "session.expires_at verification.expires_at mailed_link.expires_at invitation.expires_at setup_link.expires_at api_key.expires_at api_key.made_at holder_link.ends_at holder.opened_until share_code.made_at limit_counter.ends_at",
  "is not recent": "session.started_at session.used_at session.proved_at staff.given_at api_key.used_at",
  "is as none": "alert_mark.value watch.compared_at account_photo.read_at settings.changed_at read_register.read_at",
  "is followed by another": "statement.issued_at retention_notice.noticed_at",
  "is as old as those around it": "lookup_batch.at",
  "does not delay what asks for the age of the site": "audit_event.at candidate.approved_at",
  "is kept from the day on which the clock was steady for a week":
    "watch.ends_at watch_stop.ends_at presentation.until image.uploaded_at form_draft.saved_at report.closed_at bulk_run.asked_at bulk_run.ended_at webhook_delivery.happened_at idempotency.claimed_at told_answer.ends_at",
  "is tried for a day": "mail.useful_until",
  "is mailed once": "log_checkpoint.signed_at",
  "is as far away as it differs, before or after": "process.seen_at job_lease.done_at",
  "is deleted later, never earlier":
    "candidate.changed_at candidate.added_at share_code.ends_at statement.ends_at person.changed_at",
};

const neverCompared = {
  "is shown, or orders a list":
    "person.added_at organisation.added_at sign_in_method.added_at sign_in_method.changed_at session.changed_at passkey.added_at verification.added_at verification.changed_at invitation.invited_at held_change.asked_at alert.noted_at report.received_at mail.queued_at webhook.made_at webhook.failing_since webhook_delivery.delivered_at record_revision.begun_at record_comment.written_at holder_link.made_at holder.bound_at watch.confirmed_at post.added_at post.changed_at class.added_at class.closed_at class_selection.selected_at enrolment.enrolled_at enrolment.cancelled_at payment.recorded_at payment.voided_at move_mark.at audit_check.begun_at setup_link.made_at",
  "says that something has happened, whenever it was":
    "staff.suspended_at statement.ended_at log_tree.begun_at log_tree.ended_at audit_check.ended_at erasure.at erasure.written_at signing_key.revoked_at",
  "is signed or published: doctor names it": "signing_key.made_at signing_key.retired_at",
  "works late, and ends with its link": "holder_link.works_from",
  "is counted in steps of a clock that the app has, too": "totp.last_step",
  "is a number of days on which the site ran": "retention_notice.ends_on",
  "counts for its own time only": "lookup_misses.slot lookup_spent.until",
  "says how long a run has taken": "bulk_run.begun_at",
  "is a place, no time": "audit_check.broken_at",
};

const isTime = (name: string) => /(^|_)(at|until|from|on|slot|since|step|value)$/.test(name);

test("every column with a time is named: what a time to come does there, or why it is never compared with now", () => {
  const named = [...Object.values(compared), ...Object.values(neverCompared)].flatMap((names) => names.split(" "));
  const there = Object.entries(allTables).flatMap(([table, { columns }]) =>
    Object.entries(columns)
      .filter(([name, { type }]) => type === "{big}" && isTime(name))
      .map(([name]) => `${table}.${name}`),
  );
  expect(named.toSorted()).toEqual(there.toSorted());
});
