import { open, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "#core/errors.ts";
import type { QueuedMail } from "#core/mail.ts";
import { composeMail, type MailTransport, NotDelivered } from "./mail-transport.ts";

/** Writes mails as files that any mail program can open, for sites without a mail server. */
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

/**
 * Keeps the lines of the text, so that a link can be copied from the file in one piece. Nodemailer would break long lines.
 */
async function asFile(mail: QueuedMail, from: string): Promise<string> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const composed = composeMail(mail, from);
  const { message } = await transport.sendMail(composed);
  if (!Buffer.isBuffer(message)) throw new TypeError("nodemailer did not give a buffer");
  const [head = ""] = message.toString().split("\r\n\r\n", 1);
  const ownHead = head.replace(/^Content-Transfer-Encoding: .*$/m, "Content-Transfer-Encoding: 8bit");
  return `${ownHead}\r\n\r\n${composed.text.replaceAll(/\r?\n/g, "\r\n")}`;
}

/** Names sort by time. The same mail always has the same name. */
const fileName = ({ id, queuedAt }: QueuedMail) => `${new Date(queuedAt).toISOString().replaceAll(":", "-")}-${id}.eml`;

async function writeMail(folder: string, name: string, content: string): Promise<void> {
  const file = join(folder, name);
  await writeFile(`${file}.part`, content, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  await using handle = await open(folder);
  await handle.sync();
}
