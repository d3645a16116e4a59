import { m } from "#i18n/compiled/messages.js";
import { writtenTime } from "#i18n/written.ts";
import { FoldedSection } from "#design/folded-section.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { QrCode } from "#design/qr-code.tsx";
import { pages } from "../pages.ts";

export type OwnWalletProps = {
  /** When a wallet last took a copy. */
  walletAt: number | null;
  /** The offer that was just made. It is shown only once. */
  offered: { link: string; txCode: string; endsAt: number } | undefined;
};

/** Offers a wallet the holder's own copy of the record: an SD-JWT VC that only the wallet's phone can show. */
export const OwnWallet = ({ walletAt, offered, operator }: OwnWalletProps & { operator: string }) => (
  <FoldedSection id="wallet" title={m.holder_wallet_title()} isOpen={offered !== undefined}>
    <p>{m.holder_wallet_text()}</p>
    {walletAt !== null && <p>{m.holder_wallet_taken({ date: writtenTime(walletAt), operator })}</p>}
    {offered && <Offer {...offered} />}
    <form method="post" action={pages.myRecord.path}>
      <Button variant={offered ? "secondary" : "primary"} name="do" value="wallet">
        {m.holder_wallet_make()}
      </Button>
    </form>
  </FoldedSection>
);

const Offer = ({ link, txCode, endsAt }: NonNullable<OwnWalletProps["offered"]>) => (
  <div className="grid max-w-xl justify-items-start gap-3 border-s-4 border-line-strong ps-4">
    {/* Only this part takes the focus: the whole is longer than the screen of a phone. */}
    <div tabIndex={-1} autoFocus className="grid scroll-mt-4 gap-3">
      <p>{m.holder_wallet_code()}</p>
      <p translate="no" dir="ltr" className="text-28 font-semibold tabular-nums">
        <span aria-hidden className="tracking-widest select-all">
          {txCode}
        </span>
        {/* Digit by digit, not as one number. */}
        <span className="sr-only">{[...txCode].join(" ")}</span>
      </p>
      <p>{m.holder_wallet_code_text()}</p>
    </div>
    <a href={link} className={buttonClass({ size: "medium" })}>
      {m.holder_wallet_open()}
    </a>
    <p>{m.holder_wallet_scan()}</p>
    <QrCode text={link} describedAs={m.holder_wallet_title()} isDense />
    <p>{m.holder_wallet_once({ until: writtenTime(endsAt) })}</p>
  </div>
);
