import type { BulkKind } from "../records/bulk-run.ts";
import { type CandidateRecord, isDenied } from "../records/candidate-record.ts";
import { PortalError } from "../errors.ts";
import { type Actor, actorId, isProgram, type StaffActor, uploadProgram } from "./actor.ts";

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

/** Who adds or updates a record sees while typing that a number is taken; saving says so anyway. */
export const mayFindDuplicateNumbers = (actor: Actor): boolean => mayAddRecords(actor);

/** The state of a number's record. Of others' records a moderator learns no more than a stranger. */
export const mayCheckNumbers = (actor: Actor): boolean => or(isAdmin(actor), isModerator(actor));

/** What an admin adds is approved at once; what a moderator adds waits. */
export const addsApproved = (actor: Actor): boolean => isAdmin(actor);

export const mayListRecords = (actor: Actor): boolean => or(isAdmin(actor), isModerator(actor));
export const maySeeEveryRecord = (actor: Actor): boolean => isAdmin(actor);

export const mayReadRecord = (actor: Actor, record: Owned): boolean =>
  or(isAdmin(actor), and(isModerator(actor), added(actor, record)));

/** The history of a record is for those who may read it. */
export const mayReadHistory = (actor: Actor, record: Owned): boolean => mayReadRecord(actor, record);

/** Comments are for all who may read the record. Each deletes their own. */
export const mayCommentOnRecord = (actor: Actor, record: Owned): boolean => mayReadRecord(actor, record);
export const mayDeleteComment = (actor: Actor, comment: { writtenBy: string }): boolean =>
  or(actor.kind === "system", actorId(actor) === comment.writtenBy);

/** A link to the holder's page is made by who may read the record. */
export const mayLinkHolder = (actor: Actor, record: Owned): boolean => mayReadRecord(actor, record);

export const mayAssignRecords = (actor: Actor): boolean => isAdmin(actor);

export const mayUpdateRecords = (actor: Actor): boolean => or(isAdmin(actor), isModerator(actor));
export const mayUpdateRecord = (actor: Actor, record: OwnedState): boolean =>
  or(isAdmin(actor), and(mayReadRecord(actor, record), isDenied(record)));

/** With all documents, and with everything that the site knows about the person. */
export const mayTakeRecords = (actor: Actor): boolean => isAdmin(actor);

export const mayHideRecords = (actor: Actor): boolean => isAdmin(actor);
export const mayDeleteRecords = (actor: Actor): boolean => isAdmin(actor);
/** Longer than the setting says. */
export const mayKeepRecords = (actor: Actor): boolean => isAdmin(actor);
export const mayDecideOnRecords = (actor: Actor): boolean => isAdmin(actor);

/** With `four eyes` nobody approves what they added. */
export const mayApproveRecord = (actor: Actor, record: Owned, fourEyes: boolean): boolean =>
  and(mayDecideOnRecords(actor), or(!fourEyes, !added(actor, record)));

/** Who adds records that are approved at once, and may delete them again. */
const mayImport = (actor: Actor): boolean => and(addsApproved(actor), mayDeleteRecords(actor));

const inBulk: Record<BulkKind, (actor: Actor) => boolean> = {
  hide: mayHideRecords,
  unhide: mayHideRecords,
  approve: mayDecideOnRecords,
  withdraw: mayDecideOnRecords,
  assign: mayAssignRecords,
  export: mayListRecords,
  cards: mayListRecords,
  import: mayImport,
};
/** Whoever may do it with one record may do it with many. A run belongs to a person, so no program has one. */
export const mayInBulk = (actor: Actor, kind: BulkKind): actor is StaffActor =>
  actor.kind === "staff" && inBulk[kind](actor);

export const mayUploadImages = (actor: Actor): boolean =>
  or(isAdmin(actor), isModerator(actor), isProgram(actor, uploadProgram));

/** Moderators attach what they or a program uploaded. */
export const mayAttachImage = (actor: Actor, image: { uploaded_by: string }): boolean =>
  or(isAdmin(actor), and(isModerator(actor), [actorId(actor), uploadProgram.id].includes(image.uploaded_by)));

/** A draft is a person's own. */
export const mayHaveDrafts = (actor: Actor): actor is StaffActor => actor.kind === "staff" && mayAddRecords(actor);
/** A draft holds only uploads of the same person that no record or post uses. */
export const mayAddToDraft = (actor: StaffActor, image: { uploaded_by: string; state: string }): boolean =>
  and(image.uploaded_by === actor.id, image.state === "waiting");

/** Views and columns of the list of records are a person's own. */
export const mayHaveViews = (actor: Actor): actor is StaffActor => actor.kind === "staff" && mayListRecords(actor);

/** What staff are told by mail is each person's own choice. */
export const mayHaveAlerts = (actor: Actor): actor is StaffActor => actor.kind === "staff" && mayListRecords(actor);

export const mayWritePosts = (actor: Actor): boolean => isAdmin(actor);

export const mayManageClasses = (actor: Actor): boolean => isAdmin(actor);
export const mayListClasses = (actor: Actor): boolean => or(isAdmin(actor), isStudent(actor));
export const maySelectClasses = (actor: Actor): actor is StaffActor => isStudent(actor);
export const mayEnrol = (actor: Actor, personId: string): boolean => or(isAdmin(actor), isStudent(actor, personId));
/** Where a student is enrolled, and what they paid. */
export const mayReadStudent = (actor: Actor, personId: string): boolean =>
  or(isAdmin(actor), isStudent(actor, personId));

export const mayReadReports = (actor: Actor): boolean => isAdmin(actor);
export const mayAnswerReports = (actor: Actor): boolean => isAdmin(actor);
export const mayCloseReports = (actor: Actor): boolean => isAdmin(actor);

export const mayReadAudit = (actor: Actor): boolean => isAdmin(actor);
export const mayReadLookups = (actor: Actor): boolean => isAdmin(actor);
export const mayChangeSettings = (actor: Actor): boolean => isAdmin(actor);

/** Each has their own, which may no more than they may. A key makes no keys. */
export const mayHaveApiKeys = (actor: Actor): actor is StaffActor =>
  actor.kind === "staff" && actor.role === "admin" && actor.scope === undefined;

export const mayManageStaff = (actor: Actor): boolean => isAdmin(actor);
/** Without an admin: from the command line and the environment only. */
export const mayAddAccounts = (actor: Actor): boolean => actor.kind === "system";
export const mayReadStaffMember = (actor: Actor, member: { id: string }): boolean =>
  or(isAdmin(actor), actor.kind === "staff" && actor.id === member.id);

/** What cannot be undone needs a recent proof of the second factor, if there is one. */
export function requireRecentProof(actor: Actor): void {
  if (actor.kind === "staff" && actor.mustProveAgain) throw new PortalError("prove-again");
}

export function authorize(allowed: boolean, actor: Actor): asserts allowed {
  if (!allowed) throw new PortalError(actor.kind === "anonymous" ? "not-signed-in" : "not-allowed");
}
