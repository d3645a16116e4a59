import { randomUUID } from "node:crypto";
import { href, type ShouldRevalidateFunctionArgs } from "react-router";
import { amountToType, amountTyped, isCurrency } from "#core/classes/money.ts";
import { amountLeft, paymentMethods } from "#core/classes/payment.ts";
import { latestDay, serverClock } from "#core/server-clock.ts";
import { m } from "#i18n/compiled/messages.js";
import { readEnrolment } from "#operations/classes/read-enrolments.ts";
import { nameOnReceipts } from "#operations/classes/receipts.ts";
import { StudentPayments } from "./student-payments.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { addPayment } from "#operations/classes/payments.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { methodWords, shownClass, shownFee, shownPay, shownPayment, shownSince } from "./shown-classes.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/student-payments.route.ts";

export async function loader({ context, params: { id: classId, person: personId } }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const record = await orErrorPage(visit, () => readEnrolment(portal, actor, { classId, personId }));
  const { enrolment, student, payments } = record;
  const { fee, currency } = enrolment;
  const left = amountLeft(enrolment);
  return {
    of: shownClass(record.class),
    student: student ?? withoutAccount(nameOnReceipts(payments)),
    since: shownSince(enrolment),
    fee: shownFee(enrolment),
    price: { fee, currency },
    pay: shownPay(enrolment),
    payments: payments.map(shownPayment),
    form: randomUUID(),
    isOwed: left > 0,
    latest: latestDay(portal.now()),
    filled: {
      amount: left > 0 ? amountToType(left, currency) : "",
      paidOn: serverClock(portal.now()).slice(0, 10),
      method: "cash",
      reference: "",
    },
    methods: paymentMethods.map((value) => ({ value, label: methodWords[value]() })),
  };
}

/** Who paid is known by name still. */
const withoutAccount = (paidBy: string) => ({ name: paidBy === "" ? m.class_account_gone() : paidBy, email: "" });

export async function action({ request, url, context, params: { id: classId, person: personId } }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const form = await readForm(request);
  return submitForm(visit, { values: form, here: url.pathname }, async () => {
    const { enrolment } = await readEnrolment(portal, actor, { classId, personId });
    const { amount = "", paidOn, method, reference, form: name = randomUUID(), fee, currency = "" } = form;
    const typedIn = isCurrency(currency) ? currency : enrolment.currency;
    const payment = { amount: amountTyped(amount, typedIn), paidOn, method, reference };
    const seen = { fee: Number(fee), currency };
    const { id } = await addPayment(portal, actor, { enrolmentId: enrolment.id, payment, seen }, name);
    return redirectInApp(url.pathname, "payment-recorded", id);
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

/** A form whose price has changed, or that was used up, takes the price of now and a name of its own. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 412 || actionStatus === 409 || defaultShouldRevalidate;

export default function PaymentsOfStudent({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => <StudentPayments {...loaderData} page={href(pages.studentPayments.path, params)} sent={sent} />}
    </KeepFormOnFailure>
  );
}
