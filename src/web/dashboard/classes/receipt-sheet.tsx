import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import type { ReceiptGround } from "#core/classes/payment.ts";
import { keyed } from "#design/page/keys.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import type { ShownPayment } from "./payments-table.tsx";

export type ShownReceipt = ShownPayment & {
  paidBy: string;
  place: string;
  start: string;
  /** "" where it is not known. */
  fee: string;
  reference: string;
  recordedOn: string;
  voidedOn: string;
  /** Whether class and operator stand as they were when it was recorded; else as they are. */
  isFrozen: boolean;
};

type ReceiptSheetProps = {
  operatorName: string;
  operator: ReceiptGround["operator"];
  receipt: ShownReceipt;
  back: { path: string; label: string };
};

/** A receipt as it is printed: one sheet that says by itself who was paid by whom, for what and when. */
export const ReceiptSheet = ({ operatorName, operator, receipt, back }: ReceiptSheetProps) => (
  <PageFrame title={m.class_receipt_number({ receipt: receipt.receipt })} operatorName={operatorName}>
    <article className="sheet max-w-2xl rounded-md bg-surface p-5 text-ink sm:p-10">
      <header className="border-b border-line pb-4">
        <p className="text-18 font-semibold">{operator.name}</p>
        {operator.licence && <p>{m.licence({ licence: operator.licence })}</p>}
        <p className="whitespace-pre-line text-quiet">{operator.address}</p>
        <p className="text-quiet">{[operator.phone, operator.email].filter(Boolean).join(" · ")}</p>
      </header>
      {receipt.isVoid && (
        <p className="mt-5 border-s-4 border-alarm ps-4 font-semibold text-alarm">
          {m.class_receipt_void({ date: receipt.voidedOn })}
        </p>
      )}
      <p className="mt-5 text-28 font-semibold tabular-nums">
        {receipt.isVoid ? <s>{receipt.amount}</s> : receipt.amount}
      </p>
      <dl className="mt-4 grid gap-x-8 gap-y-0.5 sm:gap-y-2 sm:grid-cols-[max-content_1fr]">
        <Term term={m.class_receipt()} value={receipt.receipt} />
        <Term term={m.class_paid_by()} value={receipt.paidBy} />
        <Term term={m.class_paid_for()} value={receipt.title} />
        <Term term={m.class_start()} value={receipt.start} />
        <Term term={m.class_place()} value={receipt.place} />
        <Term term={m.class_fee()} value={receipt.fee} />
        <Term term={m.class_paid_on()} value={receipt.paidOn} />
        <Term term={m.class_method()} value={receipt.method} />
        <Term term={m.class_reference()} value={receipt.reference} />
        <Term term={m.class_recorded_on()} value={receipt.recordedOn} />
      </dl>
      {!receipt.isFrozen && <p className="mt-5 border-t border-line pt-4 text-quiet">{m.class_receipt_as_today()}</p>}
    </article>
    <p className="screen-only flex flex-wrap items-center gap-x-6 gap-y-2">
      <button
        type="button"
        onClick={() => print()}
        className="quiet-button hidden scripted:inline-flex"
        {...keyed("p", m.print())}
      >
        {m.print()}
      </button>
      <span className="text-quiet scripted:hidden">{m.class_print_by_browser()}</span>
      <Link to={back.path} className="inline-flex min-h-11 items-center">
        {back.label}
      </Link>
    </p>
  </PageFrame>
);

const Term = ({ term, value }: { term: string; value: string }) =>
  value !== "" && (
    <div className="contents">
      <dt className="text-quiet max-sm:mt-2">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
