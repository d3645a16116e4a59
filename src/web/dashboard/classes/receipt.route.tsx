import { m } from "#i18n/compiled/messages.js";
import { readReceipt } from "#operations/classes/receipts.ts";
import { ReceiptSheet } from "./receipt-sheet.tsx";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { shownReceipt } from "./shown-classes.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/receipt.route.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const [{ operator }, receipt] = await orErrorPage(visit, () =>
    Promise.all([visit.settings(), readReceipt(visit.portal, actor, id)]),
  );
  const back =
    actor.role === "admin"
      ? { path: `/dashboard/classes/${receipt.class.id}/students/${receipt.personId}`, label: m.class_payments() }
      : { path: "/dashboard/payment-history", label: m.class_payment_history() };
  return { operator: receipt.frozen?.operator ?? operator, receipt: shownReceipt(receipt), back };
}

export default function Receipt({ loaderData }: Route.ComponentProps) {
  return <ReceiptSheet {...loaderData} operatorName={useDashboard().operatorName} />;
}
