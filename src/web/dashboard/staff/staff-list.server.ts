import type { Actor } from "#core/staff/actor.ts";
import type { StaffMember } from "#core/staff/staff-member.ts";
import { actorId } from "#core/staff/actor.ts";
import { writtenCount, writtenMoment } from "#i18n/written.ts";
import { fromAddress, toAddress } from "#operations/records/search-in-address.ts";
import type { Portal } from "#operations/portal.ts";
import { listStaff } from "#operations/staff/list-staff.ts";
import type { ShownMember } from "./member.ts";
import { placeIn } from "#design/table/list-address.ts";

export async function staffList(portal: Portal, actor: Actor, address: URLSearchParams) {
  const search = fromAddress(portal, {
    search: address.get("search") ?? undefined,
    sealed: address.get("sealed") ?? undefined,
  });
  const { members, next } = await listStaff(portal, actor, { search, cursor: address.get("cursor") ?? undefined });
  return {
    keepsMail: portal.post.keepsMails,
    search,
    rows: members.map((member) => shownMember(member, actor)),
    ...placeIn(address, next),
  };
}

export function addressOfStaffList(portal: Portal, typed: string): string {
  const search = typed.trim();
  return search ? `?${new URLSearchParams({ ...toAddress(portal, search) }).toString()}` : "";
}

const counted = (count: number) => ({ count, written: writtenCount(count) });

export const shownMember = (member: StaffMember, actor: Actor): ShownMember => ({
  id: member.id,
  name: member.name || member.email,
  email: member.email,
  role: member.role,
  isYou: member.id === actorId(actor),
  isConfirmed: member.confirmed,
  isSuspended: member.suspended,
  hasApp: member.hasApp,
  passkeys: counted(member.passkeys),
  sessions: counted(member.sessions),
  since: writtenMoment(member.addedAt),
});
