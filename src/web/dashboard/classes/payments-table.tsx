import type { ReactNode } from "react";
import { Link } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { keyed } from "#design/page/keys.ts";
import { ShapedWord } from "#design/page/state-label.tsx";

/** A payment written out. */
export type ShownPayment = {
  id: string;
  receipt: string;
  title: string;
  amount: string;
  paidOn: string;
  method: string;
  isVoid: boolean;
};

type PaymentsTableProps = {
  rows: readonly ShownPayment[];
  /** What else can be done with a payment. */
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
      <Link to={`/dashboard/receipt/${id}`} className="row-button" {...keyed("o", m.class_see_receipt())}>
        {m.class_see_receipt()}
        <span className="sr-only"> {receipt}</span>
      </Link>
    ),
  },
];
