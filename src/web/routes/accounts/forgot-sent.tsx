import { m } from "#i18n/compiled/messages.js";
import { CheckMail } from "#ui/account/check-mail.tsx";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/forgot-sent.ts";

export const loader = ({ context }: Route.LoaderArgs) => ({
  isKept: context.get(visitContext).portal.post.keepsLetters,
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
