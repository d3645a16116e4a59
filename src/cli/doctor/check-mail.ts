import { smtpUrlOf } from "#core/settings/mail-server.ts";
import { checkMailServer } from "#mail/smtp-transport.ts";
import { mailServerIn } from "#operations/mails/mail-server.ts";
import { settingsRow } from "#storage/database/settings.ts";
import { reasonOf } from "../reason-of.ts";
import { type Finding, ok, type SiteParts, warning, wrong } from "./finding.ts";

/** Connects and signs in, but sends nothing. */
export async function checkMail(site: SiteParts): Promise<Finding> {
  const { SMTP_URL, MAIL_FROM, DATA_DIR } = site.config;
  const server = SMTP_URL === "" ? await serverOfSettings(site) : { url: SMTP_URL, from: MAIL_FROM };
  if (server === null) {
    return warning(
      `Mails are not sent. They are written as files to ${DATA_DIR}/outbox.`,
      "Set SMTP_URL to your mail server, or enter a mail server in the settings of the site.",
    );
  }
  const { host } = new URL(server.url);
  try {
    await checkMailServer(server.url);
    return ok(`${host} accepts mails from ${server.from}, as far as a check without sending one can tell.`);
  } catch (error) {
    const place = SMTP_URL === "" ? "the settings of the site" : "SMTP_URL";
    return wrong(
      `${host} does not accept mails: ${reasonOf(error)}.`,
      `Check ${place}: address, port, user and password. Meanwhile mails wait, for at most 24 hours.`,
    );
  }
}

async function serverOfSettings({ config, database, keyring }: SiteParts) {
  const row = await (await database()).find(settingsRow, []);
  const server = mailServerIn({ keyring: await keyring() }, row);
  return server && { url: smtpUrlOf(server), from: server.from || config.MAIL_FROM };
}
