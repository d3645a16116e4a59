import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { readReceipt } from "#operations/classes/receipts.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { pages } from "../../pages.ts";
import { PrintBar } from "../frame/print-bar.tsx";
import { readPage } from "../frame/read-page.server.ts";
import type { Route } from "./+types/receipt.route.ts";
import { shownReceipt } from "./shown-classes.server.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const receipt = await readReceipt(portal, actor, args.params.id);
    const seat = { id: receipt.class.id, person: receipt.personId };
    const back =
      actor.role === "admin"
        ? { path: href(pages.studentPayments.path, seat), label: m.class_payments() }
        : { path: pages.paymentHistory.path, label: m.class_payment_history() };
    return { operator: receipt.operator, receipt: shownReceipt(receipt), back };
  });

/** A receipt for printing: one sheet that says who was paid by whom, for what and when. */
export default function Receipt({ loaderData: { operator, receipt, back } }: Route.ComponentProps) {
  return (
    <PageFrame title={m.class_receipt_number({ receipt: receipt.receipt })}>
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
        <Terms {...receipt} />
      </article>
      <PrintBar {...back} />
    </PageFrame>
  );
}

const Terms = (receipt: Route.ComponentProps["loaderData"]["receipt"]) => (
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
);

const Term = ({ term, value }: { term: string; value: string }) =>
  value !== "" && (
    <div className="contents">
      <dt className="text-quiet max-sm:mt-2">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{value}</dd>
    </div>
  );
