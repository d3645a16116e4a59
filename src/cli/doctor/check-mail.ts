import { checkMailServer } from "#mail/smtp-transport.ts";
import { reasonOf } from "../reason-of.ts";
import { type Finding, ok, type SiteParts, warning, wrong } from "./finding.ts";

/** Connects and signs in, and sends nothing. */
export async function checkMail({ config: { SMTP_URL, MAIL_FROM, DATA_DIR } }: SiteParts): Promise<Finding> {
  if (SMTP_URL === "")
    return warning(`Mails are not sent: each is a file in ${DATA_DIR}/outbox.`, "Set SMTP_URL to your mail server.");
  const { host } = new URL(SMTP_URL);
  try {
    await checkMailServer(SMTP_URL);
    return ok(`${host} takes mails from ${MAIL_FROM} as far as can be told without sending one.`);
  } catch (error) {
    return wrong(
      `${host} takes no mails: ${reasonOf(error)}.`,
      "Check SMTP_URL: address, port, user and password. Mails wait meanwhile.",
    );
  }
}
