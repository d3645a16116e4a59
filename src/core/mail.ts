export type Mail = {
  to: string;
  /** The name beside the sender's address. */
  senderName: string;
  subject: string;
  text: string;
  /** A page that stops mails of this kind: at one press there, or at one in a mail program, which posts to it. */
  stopLink?: string;
  /** Of somebody who waits for a number: not sent once numbers show nothing. */
  isOfWatch?: boolean;
  /** The id of the record that it is about: the mail goes with it. */
  ofRecord?: string;
};

/** A mail in the queue. If it is sent twice, both copies have the same id and time, so that mail programs show one. */
export type QueuedMail = Mail & { id: string; postedAt: number };

/** One address without a name: nothing in it can begin another header, or another address. */
export const isMailAddress = (text: string): boolean =>
  text.length <= 254 && /^[^\s\p{C}@<>()[\],;:"\\]+@[^\s\p{C}@<>()[\],;:"\\]+$/u.test(text);

/** Why a mail server took nothing, as far as it can be told. */
export type MailFailure =
  | "name"
  | "refused"
  | "silent"
  | "certificate"
  | "encryption"
  | "login"
  | "sender"
  | "recipient"
  | "other";
