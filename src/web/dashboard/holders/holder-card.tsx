import { m } from "#i18n/compiled/messages.js";
import { QrCode } from "#design/qr-code.tsx";

type HolderCardProps = {
  name: string;
  operator: string;
  /** `page` is the holder's page as a person types it; `address` is its URL with the code. */
  page: string;
  address: string;
  code: string;
  ends: string;
  /** When the link starts to work, if another device can open the page already. */
  from?: string | undefined;
  /** True if the link starts to work once a second member of staff has seen the person. */
  waits?: boolean;
};

/** The card shows no number, and nothing that the page asks for. */
export const HolderCard = ({ name, operator, page, address, code, ends, from, waits }: HolderCardProps) => (
  <div className="grid content-start gap-2 break-inside-avoid">
    <p className="text-14 font-semibold">{operator}</p>
    <p className="text-18 font-semibold wrap-anywhere">
      <bdi>{name}</bdi>
    </p>
    <p>{m.holder_card_what()}</p>
    <div className="w-40">
      <QrCode text={address} describedAs={m.holder_card_qr()} />
    </div>
    <p>{m.holder_card_type({ page })}</p>
    <p translate="no" className="text-18 font-semibold tabular-nums select-all">
      {code}
    </p>
    {waits && <p className="text-14 font-semibold">{m.holder_card_waits()}</p>}
    {from !== undefined && <p className="text-14 font-semibold">{m.holder_card_from({ from })}</p>}
    <p className="text-14">{m.holder_card_until({ ends })}</p>
    <p className="text-14">{m.holder_card_keep()}</p>
  </div>
);
