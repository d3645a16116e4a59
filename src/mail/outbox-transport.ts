import { open, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { QueuedMail } from "#core/mail.ts";
import { composeMail } from "./compose-mail.ts";
import { NotDelivered, type MailTransport } from "./mail-transport.ts";

/** Mails as files that any mail program opens, for sites without a mail server. */
export function outboxTransport(folder: string, from: string): MailTransport {
  return {
    keepsMails: true,
    deliver: async (letter) => {
      const mail = await asFile(letter, from);
      await keep(folder, fileName(letter), mail).catch((error: unknown) => {
        throw new NotDelivered("all-mails", error instanceof Error && "code" in error ? String(error.code) : "");
      });
    },
  };
}

async function asFile(letter: QueuedMail, from: string): Promise<Uint8Array> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await transport.sendMail(composeMail(letter, from));
  if (!Buffer.isBuffer(message)) throw new TypeError("nodemailer was told to give a buffer");
  return message;
}

/** In the order of posting; the same letter has the same name again. */
const fileName = ({ id, postedAt }: QueuedMail) => `${new Date(postedAt).toISOString().replaceAll(":", "-")}-${id}.eml`;

async function keep(folder: string, name: string, mail: Uint8Array): Promise<void> {
  const file = join(folder, name);
  await writeFile(`${file}.part`, mail, { mode: 0o600, flush: true });
  await rename(`${file}.part`, file);
  await using handle = await open(folder);
  await handle.sync();
}
