import { m } from "#i18n/compiled/messages.js";
import { readReceipt } from "#operations/classes/own-classes.ts";
import { ReceiptSheet } from "#ui/dashboard/classes/receipt-sheet.tsx";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { shownReceipt } from "../../dashboard/classes/shown.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/receipt.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const [{ operator }, receipt] = await needed(visit, () =>
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
