import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { readReceipt } from "#operations/classes/receipts.ts";
import { Field } from "#design/form/field.tsx";
import { shownForm } from "#design/form/form-result.ts";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { SavedForm } from "#design/form/saved-form.tsx";
import { PageFrame } from "#design/page/page-frame.tsx";
import { voidPayment } from "#operations/classes/payments.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectToProof } from "../../frame/redirect-with-reload.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import type { Route } from "./+types/void-payment.route.ts";
import { classWords } from "./class-words.ts";
import { shownReceipt } from "./shown-classes.server.ts";

/** The second step is shown before, so that nothing is typed in vain. */
export async function loader({ url, context, params: { id } }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  if (actor.mustProveAgain) return redirectToProof(url.pathname);
  const payment = await orErrorPage(visit, () => readReceipt(portal, actor, id));
  const { receipt, amount, paidBy } = shownReceipt(payment);
  return { payment: { receipt, amount, paidBy }, action: url.pathname, back: pageOf(payment) };
}

export async function action({ request, url, context, params: { id: paymentId } }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const form = await readForm(request);
  return submitForm(visit, { values: form, here: url.pathname }, async () => {
    const receipt = await readReceipt(portal, actor, paymentId);
    await voidPayment(portal, actor, { paymentId, reason: form["reason"] ?? "" });
    return redirectInApp(pageOf(receipt), "payment-voided", paymentId);
  });
}

const pageOf = (receipt: { class: { id: string }; personId: string }) =>
  href(pages.studentPayments.path, { id: receipt.class.id, person: receipt.personId });

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

/** Asks why, before a payment is marked as a mistake. */
export default function VoidPayment({ loaderData: { payment, ...paths }, actionData }: Route.ComponentProps) {
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => {
        const { field, problem } = shownForm(sent, ["reason"], { own: classWords });
        return (
          <PageFrame title={m.are_you_sure()}>
            <p className="max-w-prose">
              <strong>{m.class_void_of(payment)}</strong>
              <br />
              {m.class_void_text()}
            </p>
            <SavedForm {...paths} at={sent?.at} problem={problem} save={m.class_void_yes()}>
              <Field
                {...field("reason")}
                autoComplete="off"
                label={m.class_void_reason()}
                hint={m.class_void_reason_hint()}
                maxLength={500}
              />
            </SavedForm>
          </PageFrame>
        );
      }}
    </KeepFormOnFailure>
  );
}
