import type { MailFailure } from "#core/mail.ts";
import { smtpUrlOf } from "#core/settings/mail-server.ts";
import { reasonOf } from "#core/reason-of.ts";
import { checkMailServer, failureOf } from "#mail/smtp-transport.ts";
import { mailServerIn } from "#operations/mails/mail-server.ts";
import { settingsRow } from "#storage/database/settings.ts";
import { type Finding, needed, ok, type SiteParts, warning, wrong } from "./finding.ts";

/** Ends before the doctor gives up, which could not say what was silent. */
const patienceMs = 8000;

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
    await checkMailServer(server.url, patienceMs);
    return ok(`${host} accepts mails from ${server.from}, as far as a check without sending one can tell.`);
  } catch (error) {
    const place = SMTP_URL === "" ? "the settings of the site" : "SMTP_URL";
    return wrong(
      `${host} does not accept mails: ${reasonOf(error)}.`,
      `${remedies[failureOf(error)](place)} Meanwhile mails wait, for at most 24 hours.`,
    );
  }
}

const checkAddress = (place: string) => `Check ${place}: address, port, user and password.`;

const remedies: Readonly<Record<MailFailure, (place: string) => string>> = {
  name: (place) => `Check the name of the host in ${place}, and the DNS.`,
  address: checkAddress,
  refused: (place) => `Check host and port in ${place}, and whether the mail server runs.`,
  silent: (place) => `Check host and port in ${place}, and whether a firewall is between.`,
  certificate: (place) =>
    `Let the mail server renew its certificate, name its authority in NODE_EXTRA_CA_CERTS, or use the name of the certificate in ${place}.`,
  encryption: (place) => `Check the port in ${place}: smtps:// is for 465, smtp:// for 587. The server must offer TLS.`,
  login: (place) => `Check user and password in ${place}.`,
  sender: checkAddress,
  recipient: checkAddress,
  other: checkAddress,
};

async function serverOfSettings({ config, database, keyring }: SiteParts) {
  const row = await (await needed(database(), "Database")).find(settingsRow, []);
  const server = mailServerIn({ keyring: await needed(keyring(), "Permissions") }, row);
  return server && { url: smtpUrlOf(server), from: server.from || config.MAIL_FROM };
}
