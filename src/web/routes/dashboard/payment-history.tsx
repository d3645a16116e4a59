import { paymentHistory } from "#operations/classes/own-classes.ts";
import { PaymentHistory } from "#ui/dashboard/classes/payment-history.tsx";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { shownPayment } from "../../dashboard/classes/shown.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/payment-history.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor, person } = await knownVisitor(visit);
  const payments = await needed(visit, () => paymentHistory(visit.portal, actor, person.id));
  return { rows: payments.map(shownPayment) };
}

export default function Payments({ loaderData: { rows } }: Route.ComponentProps) {
  return <PaymentHistory rows={rows} operatorName={useDashboard().operatorName} />;
}
