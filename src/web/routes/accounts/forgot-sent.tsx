import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "#ui/account/account-page.tsx";
import { useSite } from "../../site.ts";

export default function ForgotSent() {
  return (
    <AccountPage title={m.check_mail_title()} operatorName={useSite().operator.name} text={m.check_mail_reset()}>
      <p>{m.check_mail_reset_slow()}</p>
    </AccountPage>
  );
}
