import type { BulkKind } from "../records/bulk-run.ts";
import type { CandidateRecord } from "../records/candidate-record.ts";
import { PortalError } from "../errors.ts";
import { type Actor, actorId, isProgram, type AccountActor, uploadProgram } from "./actor.ts";

const or = (...reasons: boolean[]) => reasons.some(Boolean);
const and = (...reasons: boolean[]) => reasons.every(Boolean);

type OwnedRecord = Pick<CandidateRecord, "addedBy">;
type OwnedState = Pick<CandidateRecord, "addedBy" | "approval">;

const isAdmin = (actor: Actor) => or(actor.kind === "system", actor.kind === "account" && actor.role === "admin");
const isModerator = (actor: Actor) => actor.kind === "account" && actor.role === "moderator";
const isStudent = (actor: Actor, id?: string): actor is AccountActor =>
  actor.kind === "account" && actor.role === "student" && (id === undefined || actor.id === id);
const added = (actor: Actor, record: OwnedRecord) => actor.kind !== "anonymous" && record.addedBy === actor.id;
const isNotApproved = (record: OwnedState) => record.approval !== "approved";

export const mayAddRecords = (actor: Actor): boolean => or(isAdmin(actor), isModerator(actor));

/** Everybody who adds or updates records may see while typing that a number is taken. Saving reveals the same anyway. */
export const mayFindDuplicateNumbers = (actor: Actor): boolean => mayAddRecords(actor);

/** Allows seeing the state of a number's record. About records of others, a moderator learns no more than a stranger. */
export const mayCheckNumbers = (actor: Actor): boolean => or(isAdmin(actor), isModerator(actor));

/** Records that an admin adds are approved at once. Records that a moderator adds wait. */
export const addsApproved = (actor: Actor): boolean => isAdmin(actor);

export const mayListRecords = (actor: Actor): boolean => or(isAdmin(actor), isModerator(actor));
export const maySeeEveryRecord = (actor: Actor): boolean => isAdmin(actor);

export const mayReadRecord = (actor: Actor, record: OwnedRecord): boolean =>
  or(isAdmin(actor), and(isModerator(actor), added(actor, record)));

export const mayReadHistory = (actor: Actor, record: OwnedRecord): boolean => mayReadRecord(actor, record);

/** Everybody who may read a record may comment on it. Comments can be deleted only by their authors. */
export const mayCommentOnRecord = (actor: Actor, record: OwnedRecord): boolean => mayReadRecord(actor, record);
export const mayDeleteComment = (actor: Actor, comment: { writtenBy: string }): boolean =>
  or(actor.kind === "system", actorId(actor) === comment.writtenBy);

export const mayLinkHolder = (actor: Actor, record: OwnedRecord): boolean => mayReadRecord(actor, record);

/** Allows ending the access of a holder, and giving it back. */
export const mayFreezeHolders = (actor: Actor): boolean => isAdmin(actor);

export const mayAssignRecords = (actor: Actor): boolean => isAdmin(actor);

export const mayUpdateRecords = (actor: Actor): boolean => or(isAdmin(actor), isModerator(actor));
export const mayUpdateRecord = (actor: Actor, record: OwnedState): boolean =>
  or(isAdmin(actor), and(mayReadRecord(actor, record), isNotApproved(record)));

/** Allows exporting a record with all documents, and with everything that the site knows about the person. */
export const mayTakeRecords = (actor: Actor): boolean => isAdmin(actor);

export const mayHideRecords = (actor: Actor): boolean => isAdmin(actor);
export const mayDeleteRecords = (actor: Actor): boolean => isAdmin(actor);
/** Allows keeping a record longer than the retention setting. */
export const mayKeepRecords = (actor: Actor): boolean => isAdmin(actor);
export const mayDecideOnRecords = (actor: Actor): boolean => isAdmin(actor);

/** True if a program acts with an API key. */
export const isByKey = (actor: Actor): boolean => actor.kind === "account" && actor.scope !== undefined;

/** An import needs an actor whose records are approved at once, and who may delete them again. */
const mayImport = (actor: Actor): boolean => and(addsApproved(actor), mayDeleteRecords(actor));

const inBulk: Record<BulkKind, (actor: Actor) => boolean> = {
  hide: mayHideRecords,
  unhide: mayHideRecords,
  update: mayUpdateRecords,
  approve: mayDecideOnRecords,
  withdraw: mayDecideOnRecords,
  assign: mayAssignRecords,
  export: mayListRecords,
  cards: mayListRecords,
  delete: mayDeleteRecords,
  erase: mayDeleteRecords,
  import: mayImport,
};
/** Everybody who may do an action with one record may do it with many. A run belongs to a person, so programs have none. */
export const mayInBulk = (actor: Actor, kind: BulkKind): actor is AccountActor =>
  actor.kind === "account" && inBulk[kind](actor);

export const mayUploadImages = (actor: Actor): boolean =>
  or(isAdmin(actor), isModerator(actor), isProgram(actor, uploadProgram));

/** Moderators may attach images that they or a program uploaded. */
export const mayAttachImage = (actor: Actor, image: { uploaded_by: string }): boolean =>
  or(isAdmin(actor), and(isModerator(actor), [actorId(actor), uploadProgram.id].includes(image.uploaded_by)));

/** A draft belongs to one person. */
export const mayHaveDrafts = (actor: Actor): actor is AccountActor => actor.kind === "account" && mayAddRecords(actor);
/** A draft contains only uploads of the same person that no record or post uses. */
export const mayAddToDraft = (actor: AccountActor, image: { uploaded_by: string; state: string }): boolean =>
  and(image.uploaded_by === actor.id, image.state === "waiting");

/** Views and columns of the list of records belong to one person. */
export const mayHaveViews = (actor: Actor): actor is AccountActor => actor.kind === "account" && mayListRecords(actor);

/** Each member of staff chooses which alerts to get by mail. */
export const mayHaveAlerts = (actor: Actor): actor is AccountActor => actor.kind === "account" && mayListRecords(actor);

export const mayWritePosts = (actor: Actor): boolean => isAdmin(actor);

export const mayManageClasses = (actor: Actor): boolean => isAdmin(actor);
export const mayListClasses = (actor: Actor): boolean => or(isAdmin(actor), isStudent(actor));
export const maySelectClasses = (actor: Actor): actor is AccountActor => isStudent(actor);
export const mayEnrol = (actor: Actor, personId: string): boolean => or(isAdmin(actor), isStudent(actor, personId));
/** Allows reading where a student is enrolled, and what the student paid. */
export const mayReadStudent = (actor: Actor, personId: string): boolean =>
  or(isAdmin(actor), isStudent(actor, personId));

export const mayReadReports = (actor: Actor): boolean => isAdmin(actor);
export const mayAnswerReports = (actor: Actor): boolean => isAdmin(actor);
export const mayCloseReports = (actor: Actor): boolean => isAdmin(actor);
/** Allows telling visitors that a number stands on false papers, and ending that. */
export const mayMarkNumbers = (actor: Actor): boolean => isAdmin(actor);

export const mayReadAudit = (actor: Actor): boolean => isAdmin(actor);
export const mayReadLookups = (actor: Actor): boolean => isAdmin(actor);
export const mayChangeSettings = (actor: Actor): boolean => isAdmin(actor);

/** Admins and the people of organisations have API keys of their own. A key can make no keys. */
export const mayHaveApiKeys = (actor: Actor): actor is AccountActor =>
  actor.kind === "account" && or(actor.role === "admin", actor.role === "organisation") && !isByKey(actor);
/** Allows seeing and ending the keys of another person. */
export const mayManageApiKeys = (actor: Actor): boolean => and(isAdmin(actor), !isByKey(actor));

/** Keys of SECRET, of statements and of the public log are replaced only from the command line. */
export const mayReplaceKeys = (actor: Actor): boolean => actor.kind === "system";

export const mayManageOrganisations = (actor: Actor): boolean => isAdmin(actor);
/** Allows checking lists of numbers for the organisation of this account. */
export const mayUseDesk = (actor: Actor): actor is AccountActor =>
  actor.kind === "account" && actor.role === "organisation";

/** Allows setting the webhook of the own organisation. */
export const mayHaveWebhook = (actor: Actor): actor is AccountActor => mayUseDesk(actor) && !isByKey(actor);

export const mayManageAccounts = (actor: Actor): boolean => isAdmin(actor);
/** Allowed without an admin, but only from the command line and the environment. */
export const mayAddAccounts = (actor: Actor): boolean => actor.kind === "system";
export const mayReadAccount = (actor: Actor, member: { id: string }): boolean =>
  or(isAdmin(actor), actor.kind === "account" && actor.id === member.id);

/** What cannot be undone requires a recent proof of the second factor, if the account has one. */
export function requireRecentProof(actor: Actor): void {
  if (actor.kind === "account" && actor.mustProveAgain) throw new PortalError("prove-again");
}

/** What outlasts a session also requires a recent sign-in of an account without a second factor. */
export function requireRecentSignIn(actor: Actor): void {
  requireRecentProof(actor);
  if (actor.kind === "account" && actor.mustSignInAgain) throw new PortalError("prove-again");
}

type Ways = { hasFactor: boolean; hasProvider: boolean };

/**
 * Whoever must add a second factor and typed the password a moment ago is not asked for it again. A session of somebody
 * who has neither a factor nor a provider began with the password.
 */
export const mayAddFirstCodes = (actor: AccountActor, { hasFactor, hasProvider }: Ways): boolean =>
  and(actor.roleWithSecondStep !== undefined, actor.hasJustSignedIn === true, !hasFactor, !hasProvider);

type Rule = (actor: Actor) => boolean;

/** A rule is also asked about the role that the account has once it shows a required second step. */
export function authorize(allowed: boolean | Rule, actor: Actor): asserts allowed {
  const isAllowed = typeof allowed === "function" ? allowed(actor) : allowed;
  if (!isAllowed) throw new PortalError(refusalOf(actor, typeof allowed === "function" ? allowed : () => true));
}

function refusalOf(actor: Actor, rule: Rule): "not-signed-in" | "second-step-needed" | "not-allowed" {
  if (actor.kind === "anonymous") return "not-signed-in";
  if (actor.kind !== "account" || actor.roleWithSecondStep === undefined) return "not-allowed";
  return rule({ ...actor, role: actor.roleWithSecondStep }) ? "second-step-needed" : "not-allowed";
}
