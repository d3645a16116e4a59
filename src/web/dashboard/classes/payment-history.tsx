import { m } from "#i18n/compiled/messages.js";
import { EmptyState } from "#design/page/empty-state.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { PaymentsTable, type ShownPayment } from "./payments-table.tsx";
import { ToClasses } from "./student-links.tsx";

type PaymentHistoryProps = { operatorName: string; rows: readonly ShownPayment[] };

export const PaymentHistory = ({ operatorName, rows }: PaymentHistoryProps) => (
  <PageFrame title={m.class_payment_history()} operatorName={operatorName}>
    {rows.length > 0 ? (
      <>
        <p className="max-w-prose text-quiet">{m.class_payments_text()}</p>
        <PaymentsTable rows={rows} />
      </>
    ) : (
      <EmptyState title={m.class_none_paid()} text={m.class_none_paid_text()}>
        <ToClasses />
      </EmptyState>
    )}
  </PageFrame>
);
