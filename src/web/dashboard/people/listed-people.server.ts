import { type Actor, actorId } from "#core/staff/actor.ts";
import type { StaffMember } from "#core/staff/staff-member.ts";
import { writtenCount, writtenMoment } from "#i18n/written.ts";
import { fromAddress } from "#operations/records/search-in-address.ts";
import type { Portal } from "#operations/portal.ts";
import { listStaff } from "#operations/staff/list-staff.ts";
import { placeIn } from "../frame/place-in-list.ts";
import type { ShownPerson } from "./shown-person.tsx";

export async function listedPeople(portal: Portal, actor: Actor, address: URLSearchParams) {
  const search = fromAddress(portal, {
    search: address.get("search") ?? undefined,
    sealed: address.get("sealed") ?? undefined,
  });
  const { members, next } = await listStaff(portal, actor, { search, cursor: address.get("cursor") ?? undefined });
  return { search, rows: members.map((person) => shownPerson(person, actor)), ...placeIn(address, next) };
}

export const shownPerson = (person: StaffMember, actor: Actor): ShownPerson => ({
  id: person.id,
  name: person.name || person.email,
  email: person.email,
  role: person.role,
  isYou: person.id === actorId(actor),
  isConfirmed: person.confirmed,
  isSuspended: person.suspended,
  hasApp: person.hasApp,
  passkeys: counted(person.passkeys),
  sessions: counted(person.sessions),
  since: writtenMoment(person.addedAt),
});

const counted = (count: number) => ({ count, written: writtenCount(count) });
