const columns = (names: string): readonly string[] => names.split(" ");

/** What a time does that is stored by a clock that was ahead, and of which columns a test tries it: see the name of each list. */

/** `test/operations/clock-jumps.test.ts` tries each of these. */
export const dueWithinAnHour = columns(
  "alert.due_at holder.tell_at mail.next_try_at told_answer.due_at webhook_delivery.next_try_at account_photo.read_at",
);
export const keptFromTheSteadyWeek = columns(
  "watch.ends_at watch_stop.ends_at presentation.until image.uploaded_at form_draft.saved_at report.closed_at bulk_run.asked_at bulk_run.ended_at webhook_delivery.happened_at idempotency.claimed_at told_answer.ends_at false_number.ends_at",
);
export const sweptAtOnce = columns(
  "session.expires_at verification.expires_at mailed_link.expires_at invitation.expires_at",
);

/** Each of these has a case in `test/operations/wrong-clock.test.ts`, which says what holds. */
export const withCase = columns(
  "backup_run.started_at backup_run.heard_at backup_run.ended_at alert_mark.value log_checkpoint.signed_at held_change.due_at holder.opened_until share_code.made_at api_key.made_at retention_notice.noticed_at statement.issued_at lookup_batch.at audit_event.at",
);

/** Compared with now, and no test tries a time to come. */
export const untried = {
  "ends at once": columns("setup_link.expires_at api_key.expires_at holder_link.ends_at limit_counter.ends_at"),
  "is not recent": columns("session.started_at session.used_at session.proved_at staff.given_at api_key.used_at"),
  "is as none": columns("watch.compared_at settings.changed_at read_register.read_at"),
  "does not delay what asks for the age of the site": columns("candidate.approved_at"),
  "is tried for a day": columns("mail.useful_until"),
  "is as far away as it differs, before or after": columns("process.seen_at job_lease.done_at"),
  "is deleted later, never earlier": columns(
    "candidate.changed_at candidate.added_at share_code.ends_at statement.ends_at person.changed_at",
  ),
};

export const neverCompared = {
  "is shown, or orders a list": columns(
    "person.added_at organisation.added_at sign_in_method.added_at sign_in_method.changed_at session.changed_at passkey.added_at verification.added_at verification.changed_at invitation.invited_at held_change.asked_at alert.noted_at report.received_at mail.queued_at webhook.made_at webhook.failing_since webhook_delivery.delivered_at record_revision.begun_at record_comment.written_at holder_link.made_at holder.bound_at watch.confirmed_at post.added_at post.changed_at class.added_at class.closed_at class_selection.selected_at enrolment.enrolled_at enrolment.cancelled_at payment.recorded_at payment.voided_at move_mark.at audit_check.begun_at setup_link.made_at false_number.marked_at",
  ),
  "says that something has happened, whenever it was": columns(
    "staff.suspended_at statement.ended_at log_tree.begun_at log_tree.ended_at audit_check.ended_at erasure.at erasure.written_at signing_key.revoked_at",
  ),
  "is signed or published: doctor names it": columns("signing_key.made_at signing_key.retired_at"),
  "works late, and ends with its link": columns("holder_link.works_from"),
  "is counted in steps of a clock that the app has, too": columns("totp.last_step"),
  "is a number of days on which the site ran": columns("retention_notice.ends_on"),
  "counts for its own time only": columns("lookup_misses.slot lookup_spent.until"),
  "says how long a run has taken": columns("bulk_run.begun_at"),
  "is a place, no time": columns("audit_check.broken_at"),
};
