import { type Actor, actorId } from "#core/accounts/actor.ts";
import type { ListedAccount } from "#core/accounts/listed-account.ts";
import { m } from "#i18n/compiled/messages.js";
import { messageCount, writtenMoment } from "#i18n/written.ts";
import { ShapedWord } from "#design/page/state-label.tsx";

export const shownPerson = (person: ListedAccount, actor: Actor) => ({
  id: person.id,
  /** The mail address if the account has no name: another site, through which the person signed in, may not know it. */
  name: person.name || person.email,
  email: person.email,
  role: person.role,
  isYou: person.id === actorId(actor),
  isConfirmed: person.confirmed,
  isSuspended: person.suspended,
  hasCodes: person.hasCodes,
  hasFactor: person.hasFactor,
  passkeys: messageCount(person.passkeys),
  sessions: messageCount(person.sessions),
  since: writtenMoment(person.addedAt),
});

export type ShownPerson = ReturnType<typeof shownPerson>;

/** Marks the user's own account in the list, so that they do not mistake it for another. */
export const YouMark = () => (
  <span className="rounded-sm border border-line-strong px-1.5 text-14 text-quiet">{m.staff_you()}</span>
);

export function AccountState({ isConfirmed, isSuspended }: ShownPerson) {
  if (isSuspended) return <ShapedWord shape="hidden" word={m.staff_suspended()} />;
  return isConfirmed ? (
    <ShapedWord shape="shown" word={m.staff_active()} />
  ) : (
    <ShapedWord shape="waiting" word={m.staff_unconfirmed()} />
  );
}

export function SecondStep({ hasCodes, passkeys }: ShownPerson) {
  const has = [hasCodes && m.staff_second_step_codes(), passkeys.count > 0 && m.passkey_count(passkeys)].filter(
    Boolean,
  );
  return has.length > 0 ? has.join(", ") : <span className="text-quiet">{m.staff_second_step_none()}</span>;
}
