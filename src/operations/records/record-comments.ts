import { randomUUID } from "node:crypto";
import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { checkInput, requiredParagraph } from "#core/fields.ts";
import { type Actor, actorId } from "#core/accounts/actor.ts";
import { authorize, mayCommentOnRecord, mayDeleteComment, mayListRecords } from "#core/accounts/permissions.ts";
import { text } from "#core/stored/decoders.ts";
import { boundTo, sealedContent } from "#sealing/sealed-content.ts";
import { countComments, newestComments } from "#storage/database/records/record-comments.ts";
import type { RecordRow } from "#storage/database/records/record-row.ts";
import { deleteRow, insertRow, rowById } from "#storage/database/rows.ts";
import { noteDeletion } from "../backups/write-ledger.ts";
import { changeLocked } from "../portal/locked-change.ts";
import type { Portal } from "../portal/portal.ts";
import { recordEntity } from "./record-entity.ts";
import { accountNames, readableRow } from "./read-record.ts";
import { recordKey } from "../sealed/sealed-record.ts";

const maxCommentLength = 2000;
const maxShown = 200;
/** The most comments of one person on one record, so that nobody can hide the comments of others by writing many. */
const maxWritten = 50;

const commentSchema = z.object({
  text: requiredParagraph(maxCommentLength),
  key: z
    .uuid()
    .optional()
    .catch(undefined)
    .transform((key) => key ?? randomUUID()),
});

/** `key` is the id that a form gives to its comment. So the comment is stored once, however often it is sent. */
type NewComment = { id: string; text: string; key?: string | undefined };

export const sealedComment = sealedContent({
  table: "record_comment",
  place: boundTo("comment", ["id", "written_by", "written_at"]),
  decode: text,
});

/** Adds a comment to a record, for all who may read it. What visitors see does not change, nor does the version. */
export async function addComment(portal: Portal, actor: Actor, { id, ...given }: NewComment) {
  authorize(mayListRecords(actor), actor);
  const { text: typed, key } = checkInput(commentSchema, given);
  return changeLocked(portal, actor, recordEntity, { id, authorizeRow: orAbsent(actor) }, async (locked) => {
    const earlier = await rowById(locked.writer, "record_comment", key);
    const isTheSame =
      earlier?.candidate_id === id &&
      earlier.written_by === actorId(actor) &&
      sealedComment.open(locked.key, earlier) === typed;
    if (isTheSame) return { id: key };
    if ((await countComments(locked.writer, id, actorId(actor))) >= maxWritten)
      throw new PortalError("invalid", { fields: { text: "too-many-comments" } });
    const comment = earlier ? randomUUID() : key;
    const plain = { id: comment, candidate_id: id, written_by: actorId(actor), written_at: portal.now() };
    const sealed = sealedComment.seal(locked.key, plain, typed);
    await insertRow(locked.writer, "record_comment", { ...plain, sealed });
    await locked.log("comment-added", {});
    return { id: comment };
  });
}

/** Deletes a comment of the actor. The history still shows that there was a comment. */
export async function deleteComment(portal: Portal, actor: Actor, { id, comment }: { id: string; comment: string }) {
  authorize(mayListRecords(actor), actor);
  await changeLocked(
    portal,
    actor,
    recordEntity,
    { id, authorizeRow: orAbsent(actor) },
    async ({ within, writer, log }) => {
      const row = await rowById(writer, "record_comment", comment);
      if (row?.candidate_id !== id) throw new PortalError("not-found");
      authorize(mayDeleteComment(actor, { writtenBy: row.written_by }), actor);
      await deleteRow(writer, "record_comment", comment);
      await noteDeletion(within, writer, "comment", comment);
      await log("comment-deleted", {});
    },
  );
  await portal.database.forgetDeleted();
}

/** For a moderator, the records of others count as missing. */
const orAbsent =
  (actor: Actor) =>
  ({ added_by: addedBy }: RecordRow) => {
    if (!mayCommentOnRecord(actor, { addedBy })) throw new PortalError("not-found");
  };

/** Returns the comments on a record, oldest first. If there are very many, returns the newest ones. */
export async function readComments(portal: Portal, actor: Actor, id: string, atMost = maxShown) {
  const record = await readableRow(portal, actor, id);
  const key = recordKey(portal, record);
  const rows = (await newestComments(portal.database.read, id, atMost)).toReversed();
  const names = await accountNames(
    portal,
    actor,
    rows.map((row) => row.written_by),
  );
  return rows.map((row) => ({
    id: row.id,
    at: row.written_at,
    /** Null if the account no longer exists. */
    writtenBy: names.get(row.written_by) ?? null,
    text: sealedComment.open(key, row),
    mayDelete: mayDeleteComment(actor, { writtenBy: row.written_by }),
  }));
}
