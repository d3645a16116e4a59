import { m } from "#i18n/compiled/messages.js";
import { paymentHistory } from "#operations/classes/receipts.ts";
import { EmptyState } from "#design/page/empty-state.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { readPage } from "../frame/read-page.server.ts";
import type { Route } from "./+types/payment-history.route.ts";
import { PaymentsTable, shownPayment } from "./payments-table.tsx";
import { ToClasses } from "./student-links.tsx";

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor, person }) => {
    const payments = await paymentHistory(portal, actor, person.id);
    return { rows: payments.map(shownPayment) };
  });

export default function PaymentHistory({ loaderData: { rows } }: Route.ComponentProps) {
  return (
    <PageFrame title={m.class_payment_history()}>
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
}
