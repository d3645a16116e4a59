import { randomUUID } from "node:crypto";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { amountToType, amountTyped, isCurrency } from "#core/classes/money.ts";
import { amountLeft, paymentMethods } from "#core/classes/payment.ts";
import { latestDay } from "#core/latest-day.ts";
import { serverClock } from "#core/server-clock.ts";
import { m } from "#i18n/compiled/messages.js";
import { readEnrolment } from "#operations/classes/read-enrolment.ts";
import { recordPayment } from "#operations/classes/record-payment.ts";
import { nameOnReceipts } from "#operations/classes/sealed-payment.ts";
import { StudentPayments } from "#ui/dashboard/classes/student-payments.tsx";
import { TypedStays } from "#ui/dashboard/typed-stays.tsx";
import { readForm } from "../../accounts/forms.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { answerOrStay } from "../../dashboard/answer-or-stay.ts";
import {
  methodWords,
  shownClass,
  shownFee,
  shownPay,
  shownPayment,
  shownSince,
} from "../../dashboard/classes/shown.ts";
import { goOn } from "../../dashboard/go-on.ts";
import { saveForm } from "../../dashboard/save-form.ts";
import { useDashboard } from "../../dashboard/use-dashboard.ts";
import { needed } from "../../needed.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/student-payments.ts";

export async function loader({ context, params: { id: classId, person: personId } }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const { actor } = await knownVisitor(visit);
  const record = await needed(visit, () => readEnrolment(visit.portal, actor, { classId, personId }));
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
  return saveForm(visit, { form, here: url.pathname }, async () => {
    const { enrolment } = await readEnrolment(portal, actor, { classId, personId });
    const { amount = "", paidOn, method, reference, form: name = randomUUID(), fee, currency = "" } = form;
    const typedIn = isCurrency(currency) ? currency : enrolment.currency;
    const payment = { amount: amountTyped(amount, typedIn), paidOn, method, reference };
    const seen = { fee: Number(fee), currency };
    const { id } = await recordPayment(portal, actor, { enrolmentId: enrolment.id, payment, seen }, name);
    return goOn(url.pathname, "payment-recorded", id);
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => answerOrStay(sent);

const stale = 412;
const conflict = 409;

/** A form whose price has changed, or that was used up, takes the price of now and a name of its own. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === stale || actionStatus === conflict || defaultShouldRevalidate;

export default function PaymentsOfStudent({ loaderData, actionData }: Route.ComponentProps) {
  const { operatorName } = useDashboard();
  return (
    <TypedStays answer={actionData}>
      {(sent) => <StudentPayments {...loaderData} {...{ sent, operatorName }} />}
    </TypedStays>
  );
}
