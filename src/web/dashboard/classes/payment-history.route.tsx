import { paymentHistory } from "#operations/classes/receipts.ts";
import { PaymentHistory } from "./payment-history.tsx";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { shownPayment } from "./shown-classes.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/payment-history.route.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor, person } = await knownVisitor(visit);
  const payments = await orErrorPage(visit, () => paymentHistory(visit.portal, actor, person.id));
  return { rows: payments.map(shownPayment) };
}

export default function Payments({ loaderData: { rows } }: Route.ComponentProps) {
  return <PaymentHistory rows={rows} operatorName={useDashboard().operatorName} />;
}
