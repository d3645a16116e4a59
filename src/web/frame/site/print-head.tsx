import { QrCode } from "#design/qr-code.tsx";
import { m } from "#i18n/compiled/messages.js";
import { pages } from "../../pages.ts";
import { OperatorLogo } from "./appearance.tsx";
import type { SiteFacts } from "./site-facts.ts";
import { PrintedIntro } from "./site-operator.tsx";

type PrintHeadProps = Pick<SiteFacts, "operator" | "appearance" | "address" | "lookupPolicy">;

/** Printed above an answer: whose site it is, and where to check again. Readers of a print do not see the site. */
export function PrintHead({ operator, appearance: { logo }, address, lookupPolicy }: PrintHeadProps) {
  // The page that takes both kinds of number, or a share code.
  const checkPage = address + (lookupPolicy === "code" ? pages.code.path : "/Check_Visa");
  return (
    <div className="print-only print-head">
      <div>
        {logo && <OperatorLogo logo={logo} operatorName={operator.name} />}
        <PrintedIntro operator={operator} />
        <p>{checkAgain[lookupPolicy]({ address: checkPage })}</p>
      </div>
      <QrCode text={checkPage} describedAs={checkPage} />
    </div>
  );
}

const checkAgain = { open: m.check_again, guarded: m.check_again_name, code: m.check_again_code };
