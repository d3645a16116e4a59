import { open, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "#core/errors.ts";
import type { QueuedMail } from "#core/mail.ts";
import { composeMail, type MailTransport, NotDelivered } from "./mail-transport.ts";

/** Mails as files that any mail program opens, for sites without a mail server. */
export function outboxTransport(folder: string, from: string): MailTransport {
  return {
    keepsMails: true,
    deliver: async (mail) => {
      const content = await asFile(mail, from);
      await writeMail(folder, fileName(mail), content).catch((error: unknown) => {
        throw new NotDelivered("all-mails", codeOf(error) ?? "");
      });
    },
  };
}

async function asFile(mail: QueuedMail, from: string): Promise<Uint8Array> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await transport.sendMail(composeMail(mail, from));
  if (!Buffer.isBuffer(message)) throw new TypeError("nodemailer did not give a buffer");
  return message;
}

/** Sorted by time. The same mail always has the same name. */
const fileName = ({ id, postedAt }: QueuedMail) => `${new Date(postedAt).toISOString().replaceAll(":", "-")}-${id}.eml`;

async function writeMail(folder: string, name: string, content: Uint8Array): Promise<void> {
  const file = join(folder, name);
  await writeFile(`${file}.part`, content, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  await using handle = await open(folder);
  await handle.sync();
}
