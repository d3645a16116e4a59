import { type Decoded, flag, optional, shape, text } from "./stored/decoders.ts";

export const storedMail = shape({
  to: text,
  /** The display name next to the sender's address. */
  senderName: text,
  subject: text,
  text,
  /** A page that stops mails of this kind. A mail program can also unsubscribe with one click: it posts to this address. */
  stopLink: optional(text),
  /**
   * True if the mail belongs to a watch. Such mails are not sent under the lookup policy `code`, where numbers show
   * nothing.
   */
  isOfWatch: optional(flag),
  /** The id of the record that the mail is about. Deleting the record deletes the mail. */
  ofRecord: optional(text),
});
export type Mail = Decoded<typeof storedMail>;

/**
 * A mail in the queue. Copies of one mail have the same id and time, so that mail programs show only one if it is sent
 * twice.
 */
export type QueuedMail = Mail & { id: string; queuedAt: number };

/** True for one address without a display name. Refuses characters that could start another header or another address. */
export const isMailAddress = (typed: string): boolean =>
  typed.length <= 254 && /^[^\s\p{C}@<>()[\],;:"\\]+@[^\s\p{C}@<>()[\],;:"\\]+$/u.test(typed);

/** Why a mail server accepted nothing, as far as the error shows. */
export type MailFailure =
  | "name"
  /** The name leads into a private network, which the environment does not allow. */
  | "address"
  | "refused"
  | "silent"
  | "certificate"
  | "encryption"
  | "login"
  | "sender"
  | "recipient"
  | "other";
