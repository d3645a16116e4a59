import { randomUUID } from "node:crypto";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { amountToType, amountTyped, isCurrency } from "#core/classes/money.ts";
import { amountLeft, paymentMethods } from "#core/classes/payment.ts";
import { latestDay } from "#core/latest-day.ts";
import { serverClock } from "#core/server-clock.ts";
import { m } from "#i18n/compiled/messages.js";
import { readEnrolment } from "#operations/classes/read-enrolment.ts";
import { addPayment } from "#operations/classes/add-payment.ts";
import { nameOnReceipts } from "#operations/classes/sealed-payment.ts";
import { StudentPayments } from "./student-payments.tsx";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { readForm } from "../../frame/read-form.server.ts";
import { knownVisitor } from "../../account/server/known-visitor.server.ts";
import { methodWords, shownClass, shownFee, shownPay, shownPayment, shownSince } from "./shown-classes.server.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { useDashboard } from "../frame/use-dashboard.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/student-payments.route.ts";

export async function loader({ context, params: { id: classId, person: personId } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const record = await orErrorPage(visit, () => readEnrolment(visit.portal, actor, { classId, personId }));
  const { enrolment, student, payments } = record;
  const { fee, currency } = enrolment;
  const left = amountLeft(enrolment);
  return {
    page: `/dashboard/classes/${classId}/students/${personId}`,
    of: shownClass(record.class),
    student: student ?? withoutAccount(nameOnReceipts(payments)),
    since: shownSince(enrolment),
    fee: shownFee(enrolment),
    price: { fee, currency },
    pay: shownPay(enrolment),
    payments: payments.map(shownPayment),
    form: randomUUID(),
    isOwed: left > 0,
    latest: latestDay(visit.portal.now()),
    filled: {
      amount: left > 0 ? amountToType(left, currency) : "",
      paidOn: serverClock(visit.portal.now()).slice(0, 10),
      method: "cash",
      reference: "",
    },
    methods: paymentMethods.map((value) => ({ value, label: methodWords[value]() })),
  };
}

/** Who paid is known by name still. */
const withoutAccount = (paidBy: string) => ({ name: paidBy === "" ? m.class_account_gone() : paidBy, email: "" });

export async function action({ request, url, context, params: { id: classId, person: personId } }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { portal } = visit;
  const { actor } = await knownVisitor(visit);
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

const stale = 412;
const conflict = 409;

/** A form whose price has changed, or that was used up, takes the price of now and a name of its own. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === stale || actionStatus === conflict || defaultShouldRevalidate;

export default function PaymentsOfStudent({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => <StudentPayments {...loaderData} {...{ sent, operatorName }} />}
    </KeepFormOnFailure>
  );
}
