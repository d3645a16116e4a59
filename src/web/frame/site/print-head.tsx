import { QrCode } from "#design/qr-code.tsx";
import { m } from "#i18n/compiled/messages.js";
import { OperatorLogo } from "./look.tsx";
import type { SiteFacts } from "./site-facts.ts";
import { WhoThisIs } from "./whose-site.tsx";

/** What stands above a printed answer, because a print is read without the site: whose it is, and where to check again. */
export function PrintHead({ operator, look: { logo }, address }: Pick<SiteFacts, "operator" | "look" | "address">) {
  // The page that takes either number.
  const checkPage = `${address}/Check_Visa`;
  return (
    <div className="print-only print-head">
      <div>
        {logo && <OperatorLogo logo={logo} operatorName={operator.name} />}
        <WhoThisIs operator={operator} />
        <p>{m.check_again({ address: checkPage })}</p>
      </div>
      <QrCode text={checkPage} describedAs={checkPage} />
    </div>
  );
}
