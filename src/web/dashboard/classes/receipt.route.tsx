import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { readReceipt } from "#operations/classes/own-classes.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/receipt.route.ts";
import { ReceiptSheet } from "./receipt-sheet.tsx";
import { shownReceipt } from "./shown-classes.server.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const [{ operator }, receipt] = await orErrorPage(visit, () =>
    Promise.all([visit.settings(), readReceipt(portal, actor, id)]),
  );
  const {
    class: { id: classId },
    personId: person,
  } = receipt;
  const back =
    actor.role === "admin"
      ? { path: href(pages.studentPayments.path, { id: classId, person }), label: m.class_payments() }
      : { path: pages.paymentHistory.path, label: m.class_payment_history() };
  return { operator: receipt.frozen?.operator ?? operator, receipt: shownReceipt(receipt), back };
}

export default function Receipt({ loaderData }: Route.ComponentProps) {
  return <ReceiptSheet {...loaderData} />;
}
