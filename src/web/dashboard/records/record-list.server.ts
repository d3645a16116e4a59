import { z } from "zod";
import type { CandidateRecord } from "#core/records/candidate-record.ts";
import { listedAs, publicStateOf, publicStates } from "#core/records/public-state.ts";
import { imageAddress } from "#core/images/image-links.ts";
import { writtenCount } from "#i18n/written.ts";
import { countRecords, listRecords } from "#operations/records/list-records.ts";
import { fromAddress, toAddress } from "#operations/records/search-in-address.ts";
import type { Portal } from "#operations/portal.ts";
import type { KnownVisit } from "../frame/read-page.server.ts";

type ListPart = Pick<KnownVisit, "portal" | "actor"> & { cursor: string | undefined };

const longestSearch = 200;
const sorts = ["name", "added", "changed"] as const;

/** How the list is asked for, in a form and in an address. What nobody can have chosen counts as not chosen. */
const choiceSchema = z.object({
  state: z.enum(publicStates).optional().catch(undefined),
  sort: z.enum(sorts).optional().catch(undefined),
});

export async function recordList({ portal, actor, cursor }: ListPart, address: URLSearchParams) {
  const { state, sort } = choiceSchema.parse(Object.fromEntries(address));
  const search = fromAddress(portal, {
    search: address.get("search") ?? undefined,
    sealed: address.get("sealed") ?? undefined,
  });
  const question = { search, sort, ...(state && listedAs(state)) };
  const [{ records, next }, { count, isMore }] = await Promise.all([
    listRecords(portal, actor, { ...question, cursor }),
    countRecords(portal, actor, question),
  ]);
  return {
    asked: { search, state: state ?? null, sort: sort ?? "name" },
    rows: records.map(listed),
    count: { count, written: writtenCount(count), isMore },
    next,
  };
}

/** What this moderator added, the last changed first, and all that was sent back to them. */
export async function ownRecords({ portal, actor, cursor }: ListPart) {
  const question = { sort: "changed", limit: 20 } as const;
  const [{ records, next }, returned] = await Promise.all([
    listRecords(portal, actor, { ...question, cursor }),
    listRecords(portal, actor, { ...question, status: "returned", limit: 500 }),
  ]);
  return { records: records.map(ownRecord), returned: returned.records.map(ownRecord), next };
}

export const ownRecord = (record: CandidateRecord) => ({
  ...listed(record),
  /** Why it came back; "" if it did not. */
  returnReason: record.returnReason,
  mayUpdate: record.approval !== "approved",
});

export const listed = (record: CandidateRecord) => ({
  id: record.id,
  name: record.name,
  number: record.irccNumber,
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
