import { outboxPost } from "./outbox-post.ts";
import type { Post } from "./post.ts";
import { smtpPost } from "./smtp-post.ts";

export type MailSettings = {
  /** "" where mails are kept as files. */
  smtpUrl: string;
  outboxFolder: string;
  /** The sender's address. */
  from: string;
};

export const openMail = ({ smtpUrl, outboxFolder, from }: MailSettings): Post =>
  smtpUrl === "" ? outboxPost(outboxFolder, from) : smtpPost(smtpUrl, from);
