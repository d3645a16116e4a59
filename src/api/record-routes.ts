import { z } from "zod";
import { PortalError } from "#core/errors.ts";
import { outsideJsonOrNull } from "#core/outside-json.ts";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { imageAddress } from "#core/images/image-links.ts";
import { usedOf } from "#core/own-fields/own-field.ts";
import { otherFields } from "#core/records/record-fields.ts";
import { addRecordOnce } from "#operations/records/add-record.ts";
import {
  type RecordChanged,
  hideRecord,
  unhideRecord,
  decideOnRecord,
  deleteRecord,
} from "#operations/records/change-record.ts";
import type { Portal } from "#operations/portal/portal.ts";
import { currentSettings } from "#operations/portal/current-settings.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { readNext } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import type { ApiParts } from "./route-env.ts";
import { recordCalls } from "./contract/record-calls.ts";
import { type Routes, mountCall } from "./http/mount-call.ts";
import { etagOf, linkToNext } from "./http/headers.ts";
import { pageOrWholeList } from "./http/whole-list.ts";
import { fromSpecRecord, toAnsweredRecord } from "./spec-names.ts";

const firstVersion = 1;

/** Reads the fields that the list is filtered by. */
function textsIn(json: string): Record<string, string> {
  const { data } = z.record(z.string(), z.string()).safeParse(outsideJsonOrNull(json));
  if (!data) throw new PortalError("invalid", { fields: { fields: "not-json" } });
  return data;
}

export function mountRecordCalls(routes: Routes, { portal, publicOrigin }: ApiParts): void {
  const addressForStaff = (page: string) => publicOrigin + imageAddress(page, "reading", null);
  const answerForStaff = (wantsLastDays: "yes" | undefined) => answersForStaff(portal, addressForStaff, wantsLastDays);

  mountCall(routes, recordCalls.addRecord, async ({ actor, body, idempotencyKey }) => {
    const { id } = await addRecordOnce(portal, actor, fromSpecRecord(body, publicOrigin), idempotencyKey);
    const headers = { ETag: etagOf({ version: firstVersion }), Location: `/User_Data/${id}` };
    return { answer: { insertedId: id }, headers };
  });

  mountCall(routes, recordCalls.listRecords, async ({ actor, query: { lastDays, fields, ...query } }) => {
    const filter = {
      ...query,
      own: fields === undefined ? {} : textsIn(fields),
      status: query.status && (query.status === "Approved" ? "approved" : "denied"),
      hidden: query.hidden && query.hidden === "yes",
    } as const;
    const forStaff = await answerForStaff(lastDays);
    const cannotBeOpened: string[] = [];
    const { rows, next, limit } = await pageOrWholeList(query, async (page) => {
      const { records, damaged, next: after } = await listRecords(portal, actor, { ...filter, ...page });
      cannotBeOpened.push(...damaged.map(({ id }) => id));
      return { rows: records.map(forStaff), next: after };
    });
    return {
      answer: rows,
      headers: {
        ...linkToNext(recordCalls.listRecords.path, { ...query, fields, lastDays, limit }, next),
        ...(cannotBeOpened.length > 0 && { "Damaged-Records": cannotBeOpened.join(", ") }),
      },
    };
  });

  mountCall(routes, recordCalls.readRecord, async ({ actor, path, query }) => {
    const record = await readNext(portal, actor, path.id);
    const forStaff = await answerForStaff(query.lastDays);
    return { answer: forStaff(record), headers: { ETag: etagOf(record) } };
  });

  mountCall(routes, recordCalls.changeRecord, async ({ actor, target, body }) =>
    modified(await updateRecord(portal, actor, target, fromSpecRecord(body, publicOrigin))),
  );

  mountCall(routes, recordCalls.deleteRecord, async ({ actor, target }) => {
    const { deleted } = await deleteRecord(portal, actor, target);
    return { answer: { deletedCount: deleted } };
  });

  mountCall(routes, recordCalls.hideRecord, async ({ actor, target }) =>
    modified(await hideRecord(portal, actor, target)),
  );

  mountCall(routes, recordCalls.unhideRecord, async ({ actor, target }) =>
    modified(await unhideRecord(portal, actor, target)),
  );

  mountCall(routes, recordCalls.toggleApproval, async ({ actor, target }) =>
    modified(await decideOnRecord(portal, actor, target, "toggle")),
  );
}

/** Returns how a record is answered to staff. */
async function answersForStaff(portal: Portal, addressOf: (page: string) => string, wantsLastDays: "yes" | undefined) {
  const settings = await currentSettings(portal);
  const [ownFields, papers] = [usedOf(settings.ownFields), usedOf(settings.ownPapers)];
  const ownOf = ({ own }: CandidateRecord) => Object.fromEntries(ownFields.map(({ id }) => [id, own[id] ?? ""]));
  return (record: CandidateRecord) =>
    toAnsweredRecord(record, addressOf, {
      lastDays: wantsLastDays && record.lastDays,
      fields: otherFields,
      papers,
      ...(ownFields.length > 0 && { own: ownOf(record) }),
    });
}

const modified = ({ modified: modifiedCount, record }: RecordChanged) => ({
  answer: { matchedCount: 1, modifiedCount },
  headers: { ETag: etagOf(record) },
});
