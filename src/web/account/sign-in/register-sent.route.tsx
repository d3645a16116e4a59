import { m } from "#i18n/compiled/messages.js";
import { CheckMail } from "../form/account-page.tsx";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/register-sent.route.ts";

export const loader = ({ context }: Route.LoaderArgs) => ({
  isKept: context.get(visitContext).portal.mailTransport.keepsMails,
});

export default function RegisterSent({ loaderData: { isKept } }: Route.ComponentProps) {
  return (
    <CheckMail
      operatorName={useSite().operator.name}
      text={m.check_mail_register()}
      ifSlow={m.check_mail_register_slow()}
      isKept={isKept}
    />
  );
}
