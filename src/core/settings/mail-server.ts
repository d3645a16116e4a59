import { z } from "zod";
import { checkInput, optionalText, wholeNumber } from "../fields.ts";
import { isMailAddress } from "../mail.ts";
import { type Decoded, number, oneOf, shape, text } from "../stored/decoders.ts";

/**
 * `starttls` starts unencrypted and sends nothing before the connection is encrypted. `tls` is encrypted from the start.
 */
export const encryptions = ["starttls", "tls"] as const;

const mailServerSchema = z.object({
  host: z
    .string({ error: "host-format" })
    .trim()
    .regex(/^(?![.-])[\p{L}\p{N}.-]{1,253}$/u, { error: "host-format" }),
  port: wholeNumber(1, 65_535),
  encryption: z.enum(encryptions, { error: "unknown-choice" }),
  /** Empty if the server requires no password. */
  user: optionalText(320),
  password: z.string({ error: "not-text" }).max(1000, { error: "too-long" }),
  /** The sender's address. Empty for the address in MAIL_FROM. */
  from: z
    .string({ error: "email-format" })
    .trim()
    .refine((typed) => typed === "" || isMailAddress(typed), { error: "email-format" }),
});

export const storedMailServer = shape({
  host: text,
  port: number,
  encryption: oneOf(...encryptions),
  user: text,
  password: text,
  from: text,
});
export type MailServer = Decoded<typeof storedMailServer>;

/** An empty password keeps the stored one only if server and user are unchanged. So no password reaches another server. */
export function parseMailServer(input: object, before: MailServer | null): MailServer {
  const typed = checkInput(mailServerSchema, input);
  const isSame = before?.host === typed.host && before.user === typed.user;
  const after = { ...typed, password: typed.password === "" && isSame ? before.password : typed.password };
  if (after.user !== "" && after.password === "") checkInput(mailServerSchema, typed, { password: "required" });
  return after;
}

/** Returns the settings in the format of SMTP_URL. */
export const smtpUrlOf = ({ host, port, encryption, user, password }: MailServer): string => {
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return `${encryption === "tls" ? "smtps" : "smtp"}://${login}${host}:${port}`;
};

/** What becomes of a mail now. `kept`: it stays in a file of the operator. `late`: the mail server accepts none. */
export type MailState = "sent" | "kept" | "late";
