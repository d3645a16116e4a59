import type { RouterContextProvider } from "react-router";
import { z } from "zod";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { listedAs, publicStateOf, publicStates } from "#core/records/public-state.ts";
import { imageAddress } from "#core/images/image-links.ts";
import type { Actor } from "#core/staff/actor.ts";
import { writtenCount } from "#i18n/written.ts";
import { countRecords, listRecords } from "#operations/records/list-records.ts";
import { fromAddress, toAddress } from "#operations/records/search-in-address.ts";
import type { Portal } from "#operations/portal.ts";
import type { OwnRecord } from "./own-records.tsx";
import type { ListedRecord } from "./record-table.tsx";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { placeIn } from "#design/table/list-address.ts";

const longestSearch = 200;
const sorts = ["name", "added", "changed"] as const;

/** How the list is asked for, in a form and in an address. What nobody can have chosen counts as not chosen. */
const choiceSchema = z.object({
  state: z.enum(publicStates).optional().catch(undefined),
  sort: z.enum(sorts).optional().catch(undefined),
});

export async function recordList(portal: Portal, actor: Actor, address: URLSearchParams) {
  const { state, sort } = choiceSchema.parse(Object.fromEntries(address));
  const search = fromAddress(portal, {
    search: address.get("search") ?? undefined,
    sealed: address.get("sealed") ?? undefined,
  });
  const question = { search, sort, ...(state && listedAs(state)) };
  const [page, { count, isMore }] = await Promise.all([
    listRecords(portal, actor, { ...question, cursor: address.get("cursor") ?? undefined }),
    countRecords(portal, actor, question),
  ]);
  return {
    asked: { search, state: state ?? null, sort: sort ?? "name" },
    rows: page.records.map(listed),
    count: { count, written: writtenCount(count), isMore },
    ...placeIn(address, page.next),
  };
}

/** What this moderator added, the last changed first; on the first page what came back stands before all else. */
export async function ownRecords(context: Readonly<RouterContextProvider>, address: URLSearchParams) {
  const { visit, portal, actor } = await signedInVisit(context);
  const cursor = address.get("cursor") ?? undefined;
  const question = { sort: "changed", limit: 20 } as const;
  const [page, returned] = await orErrorPage(visit, () =>
    Promise.all([
      listRecords(portal, actor, { ...question, cursor }),
      listRecords(portal, actor, { ...question, status: "returned", limit: 500 }),
    ]),
  );
  const { next, ...place } = placeIn(address, page.next);
  return {
    ...place,
    records: page.records.map(ownRecord),
    returned: returned.records.map(ownRecord),
    next: next && `${next}#own-records`,
  };
}

const ownRecord = (record: CandidateRecord): OwnRecord => ({
  ...listed(record),
  returnReason: record.returnReason,
  mayUpdate: record.approval !== "approved",
});

export const listed = (record: CandidateRecord): ListedRecord => ({
  id: record.id,
  name: record.name,
  irccNumber: record.irccNumber,
  photo: photoOf(record),
  publicState: publicStateOf(record),
});

/** The address of the photo. Without a signature: staff are known by themselves. */
export function photoOf({ documents }: CandidateRecord): string | null {
  const [photo] = documents.photo ?? [];
  return photo ? imageAddress(photo.image, "list", null) : null;
}

/** The address of what a form asked for; what is not chosen stays out of it. */
export function addressOfList(portal: Portal, form: Readonly<Record<string, string>>): string {
  const search = (form["search"] ?? "").trim().slice(0, longestSearch);
  const { state, sort } = choiceSchema.parse(form);
  const parts = {
    ...(search && toAddress(portal, search)),
    ...(state && { state }),
    ...(sort && sort !== "name" && { sort }),
  };
  const query = new URLSearchParams(parts).toString();
  return query ? `?${query}` : "";
}
