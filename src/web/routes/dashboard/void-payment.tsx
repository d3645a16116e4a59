import { readReceipt } from "#operations/classes/own-classes.ts";
import { voidPayment } from "#operations/classes/void-payment.ts";
import { VoidPage } from "#ui/dashboard/classes/void-page.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { leadingTo } from "../../accounts/return-address.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import { shownReceipt } from "../../dashboard/classes/shown.ts";
import { goOn } from "../../dashboard/go-on.ts";
import { saveForm } from "../../dashboard/save-form.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/void-payment.ts";

/** The second step is shown before, so that nothing is typed in vain. */
export async function loader({ url, context, params: { id } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  if (actor.mustProveAgain) return goTo(leadingTo("/prove-again", url.pathname));
  const payment = await needed(visit, () => readReceipt(visit.portal, actor, id));
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
  return saveForm(visit, { form, here: url.pathname }, async () => {
    const receipt = await readReceipt(portal, actor, paymentId);
    await voidPayment(portal, actor, { paymentId, reason: form["reason"] ?? "" });
    return goOn(pageOf(receipt), "payment-voided", paymentId);
  });
}

const pageOf = (receipt: { class: { id: string }; personId: string }) =>
  `/dashboard/classes/${receipt.class.id}/students/${receipt.personId}`;

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

export default function VoidPayment({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>{(sent) => <VoidPage {...loaderData} {...{ sent, operatorName }} />}</TypedStays>
  );
}
