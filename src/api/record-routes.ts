import { Hono } from "hono";
import { imageAddress } from "#core/images/image-links.ts";
import { addRecordOnce } from "#operations/records/add-record.ts";
import {
  type RecordChanged,
  hideRecord,
  unhideRecord,
  decideOnRecord,
  deleteRecord,
} from "#operations/records/change-record.ts";
import { listRecords } from "#operations/records/list-records.ts";
import { readRecord } from "#operations/records/read-record.ts";
import { updateRecord } from "#operations/records/update-record.ts";
import type { ApiParts, RouteEnv } from "./route-env.ts";
import {
  addRecordCall,
  updateRecordCall,
  deleteRecordCall,
  hideRecordCall,
  listRecordsCall,
  readRecordCall,
  toggleApproval,
  unhideRecordCall,
} from "./contract/record-calls.ts";
import { type Routes, mountCall } from "./http/mount-call.ts";
import { etagOf, linkToNext } from "./http/headers.ts";
import { fromSpecRecord, toSpecRecord } from "./spec-names.ts";

const firstVersion = 1;

/** The calls with which staff add, read, change and delete records. */
export function recordRoutes(parts: ApiParts): Routes {
  const routes = new Hono<RouteEnv>();
  mountAddAndRead(routes, parts);
  mountChanges(routes, parts);
  return routes;
}

function mountAddAndRead(routes: Routes, { portal, publicOrigin }: ApiParts): void {
  const addressForStaff = (page: string) => publicOrigin + imageAddress(page, "reading", null);

  mountCall(routes, addRecordCall, async ({ actor, body, idempotencyKey }) => {
    const { id } = await addRecordOnce(portal, actor, fromSpecRecord(body, publicOrigin), idempotencyKey);
    const headers = { ETag: etagOf({ version: firstVersion }), Location: `/User_Data/${id}` };
    return { answer: { insertedId: id }, headers };
  });

  mountCall(routes, listRecordsCall, async ({ actor, query }) => {
    const { records, next } = await listRecords(portal, actor, {
      ...query,
      status: query.status && (query.status === "Approved" ? "approved" : "denied"),
      hidden: query.hidden && query.hidden === "yes",
    });
    return {
      answer: records.map((record) => toSpecRecord(record, addressForStaff)),
      ...(next !== null && { headers: { Link: linkToNext(listRecordsCall.path, query, next) } }),
    };
  });

  mountCall(routes, readRecordCall, async ({ actor, path }) => {
    const record = await readRecord(portal, actor, path.id);
    return { answer: toSpecRecord(record, addressForStaff), headers: { ETag: etagOf(record) } };
  });
}

function mountChanges(routes: Routes, { portal, publicOrigin }: ApiParts): void {
  mountCall(routes, updateRecordCall, async ({ actor, path, body, expectedVersions }) => {
    const sent = fromSpecRecord(body, publicOrigin);
    return modified(await updateRecord(portal, actor, { ...path, expectedVersion: expectedVersions }, sent));
  });

  mountCall(routes, deleteRecordCall, async ({ actor, path, expectedVersions }) => {
    const { deleted } = await deleteRecord(portal, actor, { ...path, expectedVersion: expectedVersions });
    return { answer: { deletedCount: deleted } };
  });

  mountCall(routes, hideRecordCall, async ({ actor, path, expectedVersions }) =>
    modified(await hideRecord(portal, actor, { ...path, expectedVersion: expectedVersions })),
  );

  mountCall(routes, unhideRecordCall, async ({ actor, path, expectedVersions }) =>
    modified(await unhideRecord(portal, actor, { ...path, expectedVersion: expectedVersions })),
  );

  mountCall(routes, toggleApproval, async ({ actor, path, expectedVersions }) =>
    modified(await decideOnRecord(portal, actor, { ...path, expectedVersion: expectedVersions }, "toggle")),
  );
}

const modified = ({ modified: modifiedCount, record }: RecordChanged) => ({
  answer: { matchedCount: 1, modifiedCount },
  headers: { ETag: etagOf(record) },
});
