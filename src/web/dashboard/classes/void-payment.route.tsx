import { readReceipt } from "#operations/classes/own-classes.ts";
import { voidPayment } from "#operations/classes/void-payment.ts";
import { VoidPage } from "./void-page.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { leadingTo } from "../../account/server/return-address.ts";
import { shownReceipt } from "./shown-classes.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/void-payment.route.ts";

/** The second step is shown before, so that nothing is typed in vain. */
export async function loader({ url, context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  if (actor.mustProveAgain) return redirectWithReload(leadingTo("/prove-again", url.pathname));
  const payment = await orErrorPage(visit, () => readReceipt(visit.portal, actor, id));
  const { receipt, amount, paidBy } = shownReceipt(payment);
  return {
    payment: { receipt, amount, paidBy },
    action: url.pathname,
    back: pageOf(payment),
  };
}

export async function action({ request, url, context, params: { id: paymentId } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { portal } = visit;
  const { actor } = await knownVisitor(visit);
  const form = await readForm(request);
  return submitForm(visit, { values: form, here: url.pathname }, async () => {
    const receipt = await readReceipt(portal, actor, paymentId);
    await voidPayment(portal, actor, { paymentId, reason: form["reason"] ?? "" });
    return redirectInApp(pageOf(receipt), "payment-voided", paymentId);
  });
}

const pageOf = (receipt: { class: { id: string }; personId: string }) =>
  `/dashboard/classes/${receipt.class.id}/students/${receipt.personId}`;

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function VoidPayment({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => <VoidPage {...loaderData} {...{ sent, operatorName }} />}
    </KeepFormOnFailure>
  );
}
