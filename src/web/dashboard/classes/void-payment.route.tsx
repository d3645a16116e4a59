import { voidPayment } from "#operations/classes/payments.ts";
import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { readReceipt } from "#operations/classes/receipts.ts";
import { Field } from "#design/form/field.tsx";
import { shownForm } from "#design/form/form-result.ts";
import { SavedForm } from "#design/form/saved-form.tsx";
import { pages } from "../../pages.ts";
import { PageDraft } from "../page-draft/page-draft.tsx";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import type { Route } from "./+types/void-payment.route.ts";
import { classWords } from "./class-words.ts";
import { shownReceipt } from "./shown-classes.server.ts";

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ portal, actor }) => {
    const payment = await readReceipt(portal, actor, args.params.id);
    const { receipt, amount, paidBy } = shownReceipt(payment);
    const draft = await shownPageDraft(portal, actor, `void:${args.params.id}`);
    return { payment: { receipt, amount, paidBy }, action: args.url.pathname, back: pageOf(payment), draft };
  });

export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ portal, actor, form }) => {
    const { id: paymentId } = args.params;
    const receipt = await readReceipt(portal, actor, paymentId);
    await voidPayment(portal, actor, { paymentId, reason: form["reason"] ?? "" });
    return redirectInApp(pageOf(receipt), "payment-voided", paymentId);
  });

const pageOf = (receipt: { class: { id: string }; personId: string }) =>
  href(pages.studentPayments.path, { id: receipt.class.id, person: receipt.personId });

export default function VoidPayment({ loaderData: { payment, draft, ...paths }, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.are_you_sure()} answer={actionData}>
      {(sent) => {
        const { field, problem } = shownForm(sent, ["reason"], { own: classWords });
        return (
          <>
            <p className="max-w-prose">
              <strong>{m.class_void_of(payment)}</strong>
              <br />
              {m.class_void_text()}
            </p>
            <SavedForm {...paths} at={sent?.at} problem={problem} save={m.class_void_yes()} variant="danger">
              <PageDraft {...draft} cameBack={sent !== undefined} />
              <Field
                {...field("reason")}
                autoComplete="off"
                label={m.class_void_reason()}
                hint={m.class_void_reason_hint()}
                maxLength={500}
              />
            </SavedForm>
          </>
        );
      }}
    </FormPage>
  );
}
