import { QrCode } from "#design/qr-code.tsx";
import { m } from "#i18n/compiled/messages.js";
import type { SiteFacts } from "./site-facts.ts";
import { WhoThisIs } from "./whose-site.tsx";

/** What stands above a printed answer, because a print is read without the site: whose it is, and where to check again. */
export const PrintHead = ({ operator, address }: Pick<SiteFacts, "operator" | "address">) => (
  <div className="print-only print-head">
    <div>
      <WhoThisIs operator={operator} />
      <p>{m.check_again({ address })}</p>
    </div>
    <QrCode text={address} describedAs={address} />
  </div>
);
