import { z } from "zod";
import type { FieldProblem } from "#core/errors.ts";
import { PortalError } from "#core/errors.ts";
import { checkInput } from "#core/fields.ts";
import type { Actor } from "#core/staff/actor.ts";
import { emailAddress } from "#core/staff/email.ts";
import { mayManageClasses, authorize } from "#core/staff/permissions.ts";
import { staffByEmail, type StaffRow } from "#storage/database/staff.ts";
import type { Portal } from "../portal.ts";
import { enrol } from "./enrol.ts";
import { readClass } from "./list-classes.ts";

const studentSchema = z.object({ email: emailAddress });

/** An admin gives a seat to a student who asked for it at the desk. Seats are counted as where students enrol themselves. */
export async function enrolStudent(
  portal: Portal,
  actor: Actor,
  classId: string,
  input: unknown,
): Promise<{ personId: string; modified: 0 | 1 }> {
  authorize(mayManageClasses(actor), actor);
  await readClass(portal, actor, classId);
  const { email } = checkInput(studentSchema, input);
  const student = await staffByEmail(portal.database.read, email);
  const problem = whyNot(student);
  if (!student || problem) throw new PortalError("invalid", { fields: { email: problem ?? "no-student" } });
  const { modified } = await enrol(portal, actor, { classId, personId: student.id });
  return { personId: student.id, modified };
}

/** A seat is for somebody who could have taken it themselves. */
function whyNot(row: StaffRow | undefined): FieldProblem | null {
  if (!row || (row.role ?? "student") !== "student") return "no-student";
  return row.email_confirmed === 0 || row.suspended_at !== null ? "student-locked-out" : null;
}
