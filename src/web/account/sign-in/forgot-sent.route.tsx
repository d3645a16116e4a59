import { m } from "#i18n/compiled/messages.js";
import { CheckMail } from "../form/account-page.tsx";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/forgot-sent.route.ts";

export const loader = ({ context }: Route.LoaderArgs) => ({
  isKept: context.get(visitContext).portal.mailTransport.keepsMails,
});

export default function ForgotSent({ loaderData: { isKept } }: Route.ComponentProps) {
  return (
    <CheckMail
      operatorName={useSite().operator.name}
      text={m.check_mail_reset()}
      ifSlow={m.check_mail_reset_slow()}
      isKept={isKept}
    />
  );
}
