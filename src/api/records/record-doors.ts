import { Hono } from "hono";
import { imageAddress } from "#core/images/image-links.ts";
import { addCandidateOnce } from "#operations/candidates/add-candidate-once.ts";
import type { CandidateChanged } from "#operations/candidates/change-candidate.ts";
import { decideOnCandidate } from "#operations/candidates/decide-on-candidate.ts";
import { deleteCandidate } from "#operations/candidates/delete-candidate.ts";
import { hideCandidate } from "#operations/candidates/hide-candidate.ts";
import { listCandidates } from "#operations/candidates/list-candidates.ts";
import { readCandidate } from "#operations/candidates/read-candidate.ts";
import { unhideCandidate } from "#operations/candidates/unhide-candidate.ts";
import { updateCandidate } from "#operations/candidates/update-candidate.ts";
import type { ApiParts } from "../api-parts.ts";
import {
  addRecord,
  changeRecord,
  deleteRecord,
  hideRecord,
  listRecords,
  readRecord,
  toggleApproval,
  unhideRecord,
} from "../contract/record-calls.ts";
import type { DoorEnv } from "../door-env.ts";
import { type Doors, mountCall } from "../doors/mount-call.ts";
import { etagOf } from "../doors/request-headers.ts";
import { fromSpecRecord, toSpecRecord } from "../spec-names.ts";
import { linkToNext } from "./link-to-next.ts";

const firstVersion = 1;

/** The calls with which clerks add, read, change and delete records. */
export function recordDoors(parts: ApiParts): Doors {
  const doors = new Hono<DoorEnv>();
  addingAndReading(doors, parts);
  changing(doors, parts);
  return doors;
}

function addingAndReading(doors: Doors, { portal, publicOrigin }: ApiParts): void {
  const addressForStaff = (page: string) => publicOrigin + imageAddress(page, "reading", null);

  mountCall(doors, addRecord, async ({ actor, body, idempotencyKey }) => {
    const { id } = await addCandidateOnce(portal, actor, fromSpecRecord(body, publicOrigin), idempotencyKey);
    const headers = { ETag: etagOf({ version: firstVersion }), Location: `/User_Data/${id}` };
    return { answer: { insertedId: id }, headers };
  });

  mountCall(doors, listRecords, async ({ actor, query }) => {
    const { candidates, next } = await listCandidates(portal, actor, {
      ...query,
      status: query.status && (query.status === "Approved" ? "approved" : "denied"),
      hidden: query.hidden && query.hidden === "yes",
    });
    return {
      answer: candidates.map((candidate) => toSpecRecord(candidate, addressForStaff)),
      ...(next !== null && { headers: { Link: linkToNext(listRecords.path, query, next) } }),
    };
  });

  mountCall(doors, readRecord, async ({ actor, path }) => {
    const candidate = await readCandidate(portal, actor, path.id);
    return { answer: toSpecRecord(candidate, addressForStaff), headers: { ETag: etagOf(candidate) } };
  });
}

function changing(doors: Doors, { portal, publicOrigin }: ApiParts): void {
  mountCall(doors, changeRecord, async ({ actor, path, body, expectedVersions }) => {
    const change = fromSpecRecord(body, publicOrigin);
    return modified(await updateCandidate(portal, actor, { ...path, expectedVersion: expectedVersions }, change));
  });

  mountCall(doors, deleteRecord, async ({ actor, path, expectedVersions }) => {
    const { deleted } = await deleteCandidate(portal, actor, { ...path, expectedVersion: expectedVersions });
    return { answer: { deletedCount: deleted } };
  });

  mountCall(doors, hideRecord, async ({ actor, path, expectedVersions }) =>
    modified(await hideCandidate(portal, actor, { ...path, expectedVersion: expectedVersions })),
  );

  mountCall(doors, unhideRecord, async ({ actor, path, expectedVersions }) =>
    modified(await unhideCandidate(portal, actor, { ...path, expectedVersion: expectedVersions })),
  );

  mountCall(doors, toggleApproval, async ({ actor, path, expectedVersions }) =>
    modified(await decideOnCandidate(portal, actor, { ...path, expectedVersion: expectedVersions }, "toggle")),
  );
}

const modified = ({ modified: modifiedCount, candidate }: CandidateChanged) => ({
  answer: { matchedCount: 1, modifiedCount },
  headers: { ETag: etagOf(candidate) },
});
