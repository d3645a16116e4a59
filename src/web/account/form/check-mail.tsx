import { m } from "#i18n/compiled/messages.js";
import { AccountPage } from "./account-page.tsx";

type CheckMailProps = {
  operatorName: string;
  text: string;
  /** What to do when nothing comes. */
  ifSlow: string;
  /** Whether this site keeps its mails to itself: where, only the operator is told. */
  isKept: boolean;
};

export const CheckMail = ({ operatorName, text, ifSlow, isKept }: CheckMailProps) => (
  <AccountPage title={m.check_mail_title()} operatorName={operatorName} text={text}>
    {isKept && <p className="border-s-4 border-line-strong ps-4">{m.check_mail_kept()}</p>}
    <p>{ifSlow}</p>
  </AccountPage>
);
