import type { Language } from "../settings/languages.ts";
import type { Role } from "./roles.ts";

export type Addressee = { email: string; name: string };

/** Whoever asks for a mail on a page has it in the language of that page as well. */
export type Asker = Addressee & { language?: Language | undefined };

/** The mails of accounts. Each is put into the queue and resolves at once; links are whole addresses. */
export type AccountMails = {
  confirmAddress: (to: Asker, link: string) => Promise<void>;
  /** Somebody tried to register an address that has an account. */
  alreadyRegistered: (to: Asker, signInLink: string, resetLink: string) => Promise<void>;
  resetPassword: (to: Asker, link: string) => Promise<void>;
  passwordChanged: (to: Addressee) => Promise<void>;
  factorsChanged: (to: Addressee, what: FactorChange) => Promise<void>;
  invited: (to: { email: string }, invitation: { link: string; role: Role; invitedBy: string }) => Promise<void>;
};

export type FactorChange =
  | "totp-added"
  | "totp-removed"
  | "passkey-added"
  | "passkey-removed"
  | "recovery-codes-made"
  | "google-connected"
  | "google-removed"
  | "factors-reset";
