import { type CandidateRecord, isDenied } from "../records/candidate-record.ts";
import { PortalError } from "../errors.ts";
import { type Actor, actorId, type StaffActor, uploadProgram } from "./actor.ts";

const or = (...reasons: boolean[]) => reasons.some(Boolean);
const and = (...reasons: boolean[]) => reasons.every(Boolean);

type Owned = Pick<CandidateRecord, "addedBy">;
type OwnedState = Pick<CandidateRecord, "addedBy" | "approval">;

const isAdmin = (actor: Actor) => or(actor.kind === "system", actor.kind === "staff" && actor.role === "admin");
const isModerator = (actor: Actor) => actor.kind === "staff" && actor.role === "moderator";
const isStudent = (actor: Actor, id?: string): actor is StaffActor =>
  actor.kind === "staff" && actor.role === "student" && (id === undefined || actor.id === id);
const added = (actor: Actor, record: Owned) => actor.kind !== "anonymous" && record.addedBy === actor.id;

export const mayAddRecords = (actor: Actor): boolean => or(isAdmin(actor), isModerator(actor));

/** Whoever adds or updates a record is told that a number is taken, as saving it would. */
export const mayFindDuplicateNumbers = (actor: Actor): boolean => mayAddRecords(actor);

/** How the record of a number stands. Of others' records a moderator learns no more than a stranger. */
export const mayCheckNumbers = (actor: Actor): boolean => or(isAdmin(actor), isModerator(actor));

/** What an admin adds is approved at once; what a moderator adds waits. */
export const addsApproved = (actor: Actor): boolean => isAdmin(actor);

export const mayListRecords = (actor: Actor): boolean => or(isAdmin(actor), isModerator(actor));
export const maySeeEveryRecord = (actor: Actor): boolean => isAdmin(actor);

export const mayReadRecord = (actor: Actor, record: Owned): boolean =>
  or(isAdmin(actor), and(isModerator(actor), added(actor, record)));

/** What became of a record, and by whom, is for those who may read it. */
export const mayReadHistory = (actor: Actor, record: Owned): boolean => mayReadRecord(actor, record);

export const mayUpdateRecords = (actor: Actor): boolean => or(isAdmin(actor), isModerator(actor));
export const mayUpdateRecord = (actor: Actor, record: OwnedState): boolean =>
  or(isAdmin(actor), and(mayReadRecord(actor, record), isDenied(record)));

export const mayHideRecords = (actor: Actor): boolean => isAdmin(actor);
export const mayDeleteRecords = (actor: Actor): boolean => isAdmin(actor);
export const mayDecideOnRecords = (actor: Actor): boolean => isAdmin(actor);

/** With `four eyes` nobody approves what they added. */
export const mayApproveRecord = (actor: Actor, record: Owned, fourEyes: boolean): boolean =>
  and(mayDecideOnRecords(actor), or(!fourEyes, !added(actor, record)));

export const mayUploadImages = (actor: Actor): boolean =>
  or(isAdmin(actor), isModerator(actor), actor.kind === "program");

/** Moderators take what they or a program uploaded. */
export const mayAttachImage = (actor: Actor, image: { uploaded_by: string }): boolean =>
  or(isAdmin(actor), and(isModerator(actor), [actorId(actor), uploadProgram.id].includes(image.uploaded_by)));

/** A draft is a person's own. */
export const mayHaveDrafts = (actor: Actor): actor is StaffActor => actor.kind === "staff" && mayAddRecords(actor);
/** What is held for a draft, and goes with it, is what this person uploaded and no record took. */
export const mayAddToDraft = (actor: StaffActor, image: { uploaded_by: string; state: string }): boolean =>
  and(image.uploaded_by === actor.id, image.state === "waiting");

/** News are the operator's word. */
export const mayWritePosts = (actor: Actor): boolean => isAdmin(actor);

export const mayManageClasses = (actor: Actor): boolean => isAdmin(actor);
export const mayListClasses = (actor: Actor): boolean => or(isAdmin(actor), isStudent(actor));
/** What a student remembers for later is their own. */
export const maySelectClasses = (actor: Actor): actor is StaffActor => isStudent(actor);
export const mayEnrol = (actor: Actor, personId: string): boolean => or(isAdmin(actor), isStudent(actor, personId));
/** Where a student is enrolled, and what they paid. */
export const mayReadStudent = (actor: Actor, personId: string): boolean =>
  or(isAdmin(actor), isStudent(actor, personId));

/** Reports may be about anybody's record, and about staff. */
export const mayReadReports = (actor: Actor): boolean => isAdmin(actor);
export const mayAnswerReports = (actor: Actor): boolean => isAdmin(actor);
export const mayCloseReports = (actor: Actor): boolean => isAdmin(actor);

export const mayReadAudit = (actor: Actor): boolean => isAdmin(actor);
export const mayReadLookups = (actor: Actor): boolean => isAdmin(actor);
export const mayChangeSettings = (actor: Actor): boolean => isAdmin(actor);

export const mayManageStaff = (actor: Actor): boolean => isAdmin(actor);
/** Without having been asked by an admin: from the machine alone. */
export const mayAddAccounts = (actor: Actor): boolean => actor.kind === "system";
export const mayReadStaffMember = (actor: Actor, member: { id: string }): boolean =>
  or(isAdmin(actor), actor.kind === "staff" && actor.id === member.id);

/** Whoever has a second factor shows it again before what cannot be undone. */
export function requireRecentProof(actor: Actor): void {
  if (actor.kind === "staff" && actor.mustProveAgain) throw new PortalError("prove-again");
}

/** Turns a sentence that is false into the error that says so. */
export function authorize(allowed: boolean, actor: Actor): asserts allowed {
  if (!allowed) throw new PortalError(actor.kind === "anonymous" ? "not-signed-in" : "not-allowed");
}
