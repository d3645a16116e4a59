import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { PortalError } from "#core/errors.ts";
import type { Actor } from "#core/staff/actor.ts";
import { authorize, mayReadRecord } from "#core/staff/permissions.ts";
import { wrapKey } from "#sealing/data-keys.ts";
import { recordForChange, type RecordRow, updateRecord } from "#storage/database/records.ts";
import {
  changeFields,
  type ChangeTarget,
  type FieldChange,
  presentRow,
  type VersionedEntity,
} from "../locked-change.ts";
import type { Portal } from "../portal.ts";
import { openRecord, sealRecord } from "./sealed-record.ts";

export type RecordChanged = { modified: 0 | 1; record: CandidateRecord };

type RecordChange = FieldChange<RecordRow, CandidateRecord> & {
  /** Whether this actor may with this record; always, when left out. */
  allowedFor?: (actor: Actor, record: Pick<CandidateRecord, "addedBy" | "approval">) => boolean;
};

export const recordEntity: VersionedEntity<RecordRow, CandidateRecord> = {
  subject: "candidate",
  lock: async (portal, writer, id) => presentRow(portal, await recordForChange(portal.database, writer, id)),
  open: openRecord,
  save: async (portal, writer, record, key) =>
    updateRecord(
      writer,
      record.id,
      sealRecord(portal, record, { key, wrapped: wrapKey(portal.keyring, record.id, key) }),
    ),
  stamp: ({ now }) => ({ changedAt: now() }),
};

/** Changes fields of one record. Others' records are as good as absent to a moderator. */
export async function changeRecord(
  portal: Portal,
  actor: Actor,
  target: ChangeTarget,
  { allowedFor = () => true, ...change }: RecordChange,
): Promise<RecordChanged> {
  const authorizeRow = ({ added_by: addedBy, approval }: RecordRow) => {
    if (!mayReadRecord(actor, { addedBy })) throw new PortalError("not-found");
    authorize(allowedFor(actor, { addedBy, approval }), actor);
  };
  const { modified, after } = await changeFields(portal, actor, recordEntity, target, { ...change, authorizeRow });
  return { modified, record: after };
}
