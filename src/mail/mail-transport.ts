import type { QueuedMail } from "#core/mail.ts";

export type MailTransport = {
  /** Whether letters go no further than to the operator's own folder. */
  readonly keepsMails: boolean;
  /** Resolves once somebody else has the letter for sure; `cut` ends the waiting. Fails with NotDelivered only. */
  deliver: (letter: QueuedMail, cut: AbortSignal) => Promise<void>;
};

/**
 * Whether this letter alone was turned away, or none can go out right now. Mail servers quote addresses in what they
 * answer, so only the code is kept.
 */
export class NotDelivered extends Error {
  override readonly name = "NotDelivered";
  readonly concerns: "this-mail" | "all-mails";
  readonly code: string;

  constructor(concerns: NotDelivered["concerns"], code: string) {
    super("a letter was not delivered");
    this.concerns = concerns;
    this.code = code;
  }
}
