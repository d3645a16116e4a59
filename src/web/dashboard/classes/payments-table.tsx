import type { ReactNode } from "react";
import { href } from "react-router";
import type { Payment } from "#core/classes/payment.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenDay, writtenMoney } from "#i18n/written.ts";
import { type Column, DataTable, RowLink } from "#design/table/data-table.tsx";
import { ShapedWord } from "#design/page/state-label.tsx";
import { pages } from "../../pages.ts";

export const shownPayment = (payment: Payment & { class: { title: string } }) => ({
  id: payment.id,
  receipt: payment.receipt,
  title: payment.class.title,
  amount: writtenMoney(payment.amount, payment.currency),
  paidOn: writtenDay(payment.paidOn),
  method: methodWords[payment.method](),
  isVoid: payment.voidedAt !== null,
});

export type ShownPayment = ReturnType<typeof shownPayment>;

export const methodWords: Record<Payment["method"], () => string> = {
  cash: m.class_by_cash,
  bank: m.class_by_bank,
  mobile: m.class_by_mobile,
  card: m.class_by_card,
  other: m.class_by_other,
};

type PaymentsTableProps = {
  rows: readonly ShownPayment[];
  more?: { title: string; cell: (payment: ShownPayment) => ReactNode };
};

export const PaymentsTable = ({ rows, more }: PaymentsTableProps) => (
  <DataTable
    caption={m.class_payments()}
    columns={more ? [...columns(), { ...more, look: "grave" }] : columns()}
    rows={rows}
  />
);

const columns = (): Column<ShownPayment>[] => [
  {
    title: m.class_receipt(),
    look: "main",
    cell: ({ receipt, title }) => (
      <span className="flex flex-wrap items-baseline gap-x-3 py-1">
        <strong className="tabular-nums">{receipt}</strong>
        <span>{title}</span>
      </span>
    ),
  },
  {
    title: m.state(),
    look: "state",
    cell: ({ isVoid }) => (
      <ShapedWord shape={isVoid ? "returned" : "shown"} word={isVoid ? m.class_void() : m.class_paid()} />
    ),
  },
  { title: m.class_amount(), cell: ({ amount, isVoid }) => (isVoid ? <s>{amount}</s> : amount) },
  { title: m.class_paid_on(), cell: ({ paidOn }) => paidOn },
  { title: m.class_method(), cell: ({ method }) => <span className="text-quiet">{method}</span> },
  {
    title: m.class_see(),
    cell: ({ id, receipt }) => (
      <RowLink to={href(pages.receipt.path, { id })} label={m.class_see_receipt()} of={receipt} hotkey="o" />
    ),
  },
];
