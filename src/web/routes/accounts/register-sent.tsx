import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "#ui/account/account-page.tsx";
import { useSite } from "../../site.ts";

export default function RegisterSent() {
  return (
    <AccountPage title={m.check_mail_title()} operatorName={useSite().operator.name} text={m.check_mail_register()}>
      <p>{m.check_mail_register_slow()}</p>
    </AccountPage>
  );
}
