import { m } from "#i18n/compiled/messages.js";
import { mailState } from "#operations/mails/mail-server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { pages } from "../../pages.ts";
import { AccountPage } from "../form/account-page.tsx";
import type { Route } from "./+types/check-mail.route.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { page, portal } = context.get(visitContext);
  return { isReset: page === pages.forgotSent.path, mails: await mailState(portal) };
}

/** Promises a mail only if mails leave the site now. */
export default function CheckMail({ loaderData: { isReset, mails } }: Route.ComponentProps) {
  const promise = isReset ? m.check_mail_reset() : m.check_mail_register();
  const text = { sent: promise, kept: m.check_mail_kept(), late: m.check_mail_late() }[mails];
  return (
    <AccountPage title={m.check_mail_title()} text={text}>
      <p>{isReset ? m.check_mail_reset_slow() : m.check_mail_register_slow()}</p>
    </AccountPage>
  );
}
