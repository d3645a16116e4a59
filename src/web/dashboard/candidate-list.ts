import { z } from "zod";
import type { Candidate } from "#core/candidates/candidate.ts";
import { listedAs, standingOf, standings } from "#core/candidates/standing.ts";
import { imageAddress } from "#core/images/image-links.ts";
import type { Actor } from "#core/staff/actor.ts";
import { writtenCount } from "#i18n/written.ts";
import { countCandidates, listCandidates } from "#operations/candidates/list-candidates.ts";
import { fromAddress, toAddress } from "#operations/candidates/search-in-address.ts";
import type { Portal } from "#operations/portal.ts";
import type { ListedCandidate } from "#ui/dashboard/candidate-table.tsx";
import { placeIn } from "./place-in-list.ts";

const longestSearch = 200;
const sorts = ["name", "added", "changed"] as const;

/** How the list is asked for, in a form and in an address. What nobody can have chosen counts as not chosen. */
const choiceSchema = z.object({
  state: z.enum(standings).optional().catch(undefined),
  sort: z.enum(sorts).optional().catch(undefined),
});

export async function candidateList(portal: Portal, actor: Actor, address: URLSearchParams) {
  const { state, sort } = choiceSchema.parse(Object.fromEntries(address));
  const search = fromAddress(portal, {
    search: address.get("search") ?? undefined,
    sealed: address.get("sealed") ?? undefined,
  });
  const question = { search, sort, ...(state && listedAs(state)) };
  const [page, { count, isMore }] = await Promise.all([
    listCandidates(portal, actor, { ...question, cursor: address.get("cursor") ?? undefined }),
    countCandidates(portal, actor, question),
  ]);
  return {
    asked: { search, state: state ?? null, sort: sort ?? "name" },
    rows: page.candidates.map(listed),
    count: { count, written: writtenCount(count), isMore },
    ...placeIn(address, page.next),
  };
}

export const listed = (candidate: Candidate): ListedCandidate => ({
  id: candidate.id,
  name: candidate.name,
  irccNumber: candidate.irccNumber,
  photo: photoOf(candidate),
  standing: standingOf(candidate),
});

/** The address of the photo. Without a signature: staff are known by themselves. */
export function photoOf({ documents }: Candidate): string | null {
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
