import type { PaidEnrolmentRow } from "#storage/database/enrolments.ts";

export type Enrolment = {
  id: string;
  personId: string;
  /** What the class cost when the person enrolled, and what is paid of it. */
  fee: number;
  paid: number;
  currency: string;
  enrolledAt: number;
  /** Null while they have a seat. */
  cancelledAt: number | null;
  /** Whether somebody else took the seat back from them. */
  isRemoved: boolean;
};

export const storedEnrolment = (row: PaidEnrolmentRow): Enrolment => ({
  id: row.id,
  personId: row.person_id,
  fee: row.fee,
  paid: row.paid,
  currency: row.currency,
  enrolledAt: row.enrolled_at,
  cancelledAt: row.cancelled_at,
  isRemoved: row.cancelled_by !== null && row.cancelled_by !== row.person_id,
});
