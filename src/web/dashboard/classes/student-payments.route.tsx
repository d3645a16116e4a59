import { addPayment } from "#operations/classes/payments.ts";
import { randomUUID } from "node:crypto";
import { href, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { amountToType, amountTyped, isCurrency } from "#core/classes/money.ts";
import { amountLeft, paymentMethods } from "#core/classes/payment.ts";
import { latestDay } from "#core/office-clock.ts";
import { m } from "#i18n/compiled/messages.js";
import { readEnrolment } from "#operations/classes/read-enrolments.ts";
import { nameOnReceipts } from "#operations/classes/receipts.ts";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SavedForm } from "#design/form/saved-form.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { Fact, Facts } from "#design/page/facts.tsx";
import { ShapedWord } from "#design/page/state-label.tsx";
import { RowLink } from "#design/table/data-table.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { PageDraft } from "../page-draft/page-draft.tsx";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import type { Route } from "./+types/student-payments.route.ts";
import { classWords } from "./class-words.ts";
import { methodWords, PaymentsTable, type ShownPayment, shownPayment } from "./payments-table.tsx";
import { shownClass, shownFee, shownPay, shownSince } from "./shown-classes.server.ts";
import { officeToday } from "#operations/portal/office-time.ts";

const seatIn = ({ id: classId, person: personId }: Route.LoaderArgs["params"]) => ({ classId, personId });

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal, actor }) => {
    const record = await readEnrolment(portal, actor, seatIn(args.params));
    const { enrolment, student, payments } = record;
    const { fee, currency } = enrolment;
    const left = amountLeft(enrolment);
    return {
      of: shownClass(record.class),
      student: student ?? withoutAccount(nameOnReceipts(payments)),
      since: shownSince(enrolment),
      fee: shownFee(enrolment),
      /** Sent with the form, so that no payment is recorded in another currency than the user saw. */
      price: { fee, currency },
      pay: shownPay(enrolment),
      payments: payments.map(shownPayment),
      /** The idempotency key of the form: its payment is recorded once. */
      form: randomUUID(),
      isOwed: left > 0,
      /** The latest possible day of the payment. */
      latest: latestDay(portal.now()),
      filled: {
        amount: left > 0 ? amountToType(left, currency) : "",
        paidOn: officeToday(portal),
        method: "cash",
        reference: "",
      },
      draft: await shownPageDraft(portal, actor, `payment:${enrolment.id}`),
      methods: paymentMethods.map((value) => ({ value, label: methodWords[value]() })),
    };
  });

/** A student without an account is still known by the name on the receipts. */
const withoutAccount = (paidBy: string) => ({ name: paidBy === "" ? m.class_account_gone() : paidBy, email: "" });

export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ portal, actor, form }) => {
    const { enrolment } = await readEnrolment(portal, actor, seatIn(args.params));
    const { amount = "", paidOn, method, reference, form: name = randomUUID(), fee, currency = "" } = form;
    const typedIn = isCurrency(currency) ? currency : enrolment.currency;
    const payment = { amount: amountTyped(amount, typedIn), paidOn, method, reference };
    const seen = { fee: Number(fee), currency };
    const { id } = await addPayment(portal, actor, { enrolmentId: enrolment.id, payment, seen }, name);
    return redirectInApp(args.url.pathname, "payment-recorded", id);
  });

/**
 * Also reloads if the price has changed (412) or the key is used up (409): the form gets the current price and a new
 * key.
 */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean =>
  actionStatus === 412 || actionStatus === 409 || defaultShouldRevalidate;

type Payments = Route.ComponentProps["loaderData"];

/** Shows what a student paid for a class, and the form for the next payment. */
export default function StudentPayments({ loaderData, actionData, params }: Route.ComponentProps) {
  const { student, payments, isOwed } = loaderData;
  return (
    <FormPage title={student.name} answer={actionData}>
      {(sent) => (
        <>
          <EnrolmentFacts {...loaderData} />
          <h2 className="text-22">{m.class_payments()}</h2>
          {payments.length > 0 ? (
            <PaymentsTable rows={payments} more={{ title: m.class_void_it(), cell: VoidLink }} />
          ) : (
            <EmptyState title={m.class_nothing_paid()} text={m.class_nothing_paid_text()} />
          )}
          <h2 className="text-22">{m.class_record_payment()}</h2>
          {/* A form that came back is shown: it says itself that nothing is left to pay. */}
          {isOwed || sent ? (
            <PaymentForm {...loaderData} page={href(pages.studentPayments.path, params)} sent={sent} />
          ) : (
            <p className="max-w-prose text-quiet">{m.class_nothing_left()}</p>
          )}
        </>
      )}
    </FormPage>
  );
}

const EnrolmentFacts = ({ of, student, since, fee, pay }: Payments) => (
  <Facts>
    {student.email && <Fact term={m.email()}>{student.email}</Fact>}
    <Fact term={m.class_one()}>
      <Link to={href(pages.classRoll.path, { id: of.id })}>{of.title}</Link>, {of.start}
    </Fact>
    <Fact term={m.class_seat()}>{since}</Fact>
    <Fact term={m.class_fee()}>{fee}</Fact>
    <Fact term={m.class_payment()}>
      <ShapedWord {...pay} />
    </Fact>
  </Facts>
);

const VoidLink = ({ id, receipt, isVoid }: ShownPayment) =>
  !isVoid && (
    <RowLink
      to={href(pages.voidPayment.path, { id })}
      label={m.class_void_it()}
      of={receipt}
      hotkey="x"
      variant="row-danger"
    />
  );

type PaymentFormProps = Payments & { page: string; sent: FormResult | undefined };

function PaymentForm({ page, form, filled, latest, methods, price, draft, sent }: PaymentFormProps) {
  const isAnew = sent?.problem === "payment-void";
  const { field } = shownForm(isAnew ? undefined : sent, Object.keys(filled), { filled, own });
  const { problem } = shownForm(sent, [], { own });
  // A refused form keeps its idempotency key, unless the key is used up.
  const name = sent?.problem && !usedUp.has(sent.problem) ? (sent.values["form"] ?? form) : form;
  return (
    <SavedForm
      key={form}
      action={page}
      at={sent?.at}
      problem={problem}
      hidden={{ form: name, fee: String(price.fee), currency: price.currency }}
      save={m.class_record_payment()}
    >
      <PageDraft {...draft} cameBack={sent !== undefined} />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          {...field("amount")}
          inputMode="decimal"
          autoComplete="off"
          label={m.class_amount()}
          hint={m.class_amount_hint({ currency: price.currency })}
        />
        <Field {...field("paidOn")} type="date" max={latest} label={m.class_paid_on()} />
        <Field {...field("method")} label={m.class_method()} choices={methods} />
        <Field
          {...field("reference")}
          autoComplete="off"
          label={m.class_reference()}
          hint={m.class_reference_hint()}
          required={false}
          maxLength={200}
        />
      </div>
    </SavedForm>
  );
}

const usedUp = new Set<FormResult["problem"]>(["key-reused", "payment-void"]);
const own = { ...classWords, stale: m.class_price_changed };
