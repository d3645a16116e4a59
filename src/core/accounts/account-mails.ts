import type { Language } from "../settings/languages.ts";
import type { Role } from "./roles.ts";

export type Addressee = { email: string; name: string };

/** A person who requests a mail on a page also gets it in the language of that page. */
export type Asker = Addressee & { language?: Language | undefined };

/** The mails about accounts. Each method adds its mail to the queue and resolves at once. Links are full addresses. */
export type AccountMails = {
  confirmAddress: (to: Asker, link: string) => Promise<void>;
  /** Sent if somebody tries to register an address that has an account. */
  alreadyRegistered: (to: Asker, signInLink: string, resetLink: string) => Promise<void>;
  resetPassword: (to: Asker, link: string) => Promise<void>;
  passwordChanged: (to: Addressee) => Promise<void>;
  /** `provider`: the name of the provider that was connected or removed. */
  factorsChanged: (to: Addressee, what: FactorChange, provider?: string) => Promise<void>;
  /** `invitedBy` is "" for an invitation from the command line: the operator invites. */
  invited: (to: { email: string }, invitation: { link: string; role: Role; invitedBy: string }) => Promise<void>;
};

export type FactorChange =
  | "totp-added"
  | "codes-added"
  | "totp-removed"
  | "passkey-added"
  | "passkey-removed"
  | "recovery-codes-made"
  | "provider-connected"
  | "provider-removed"
  | "factors-reset"
  | "api-key-made"
  | "api-keys-ended";
