import type { Role } from "#core/staff/roles.ts";
import { m } from "#i18n/compiled/messages.js";
import { ShapedWord } from "#design/page/state-label.tsx";

/** How many, for the plural, and as it is written. */
type Counted = { count: number; written: string };

/** Somebody with an account, as the pages of admins show them. */
export type ShownPerson = {
  id: string;
  /** The address, where another site knew no name. */
  name: string;
  email: string;
  role: Role;
  isYou: boolean;
  isConfirmed: boolean;
  isSuspended: boolean;
  hasApp: boolean;
  passkeys: Counted;
  sessions: Counted;
  /** The day on which the account was made, written out. */
  since: string;
};

/** So that nobody takes their own account for another. */
export const YouMark = () => (
  <span className="rounded-sm border border-line-strong px-1.5 text-14 text-quiet">{m.staff_you()}</span>
);

/** Whether they can sign in at all. */
export function AccountState({ isConfirmed, isSuspended }: ShownPerson) {
  if (isSuspended) return <ShapedWord shape="hidden" word={m.staff_suspended()} />;
  return isConfirmed ? (
    <ShapedWord shape="shown" word={m.staff_active()} />
  ) : (
    <ShapedWord shape="waiting" word={m.staff_unconfirmed()} />
  );
}

/** What beside the password signs them in. */
export function SecondStep({ hasApp, passkeys }: ShownPerson) {
  const has = [hasApp && m.staff_second_step_app(), passkeys.count > 0 && m.passkey_count(passkeys)].filter(Boolean);
  return has.length > 0 ? has.join(", ") : <span className="text-quiet">{m.staff_second_step_none()}</span>;
}
