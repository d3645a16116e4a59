import { m } from "#i18n/compiled/messages.js";
import { keepsMails } from "#operations/mails/mail-server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { pages } from "../../pages.ts";
import { AccountPage } from "../form/account-page.tsx";
import type { Route } from "./+types/check-mail.route.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { page, portal } = context.get(visitContext);
  return { isReset: page === pages.forgotSent.path, isKept: await keepsMails(portal) };
}

export default function CheckMail({ loaderData: { isReset, isKept } }: Route.ComponentProps) {
  return (
    <AccountPage title={m.check_mail_title()} text={isReset ? m.check_mail_reset() : m.check_mail_register()}>
      {/* This site only stores mails and does not send them. */}
      {isKept && <p className="border-s-4 border-line-strong ps-4">{m.check_mail_kept()}</p>}
      <p>{isReset ? m.check_mail_reset_slow() : m.check_mail_register_slow()}</p>
    </AccountPage>
  );
}
