import { Link } from "react-router";
import type { Price } from "#core/classes/payment.ts";
import { m } from "#i18n/compiled/messages.js";
import { Field } from "#design/form/field.tsx";
import { EmptyState } from "#design/page/empty-state.tsx";
import { Fact, Facts } from "#design/page/facts.tsx";
import { keyed } from "#design/page/keys.ts";
import { PageFrame } from "#design/page/page-frame.tsx";
import { ShapedWord } from "#design/page/state-label.tsx";
import { type ShownPayment, PaymentsTable } from "./payments-table.tsx";
import { SavedForm } from "#design/form/saved-form.tsx";
import { classWords } from "./class-words.ts";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import type { PayState, ShownClass } from "./shown-class.tsx";

export type StudentPaymentsProps = {
  operatorName: string;
  page: string;
  of: Pick<ShownClass, "id" | "title" | "start">;
  student: { name: string; email: string };
  since: string;
  fee: string;
  /** Goes with the form, so that nothing is recorded in another currency than was seen. */
  price: Price;
  pay: PayState;
  payments: readonly ShownPayment[];
  /** Names the form, so that its payment is written down once. */
  form: string;
  /** Whether anything is still to pay. */
  isOwed: boolean;
  /** The last day on which it may have been paid. */
  latest: string;
  filled: Readonly<Record<"amount" | "paidOn" | "method" | "reference", string>>;
  methods: readonly { value: string; label: string }[];
  sent: FormResult | undefined;
};

/** What one student paid for one class, and the form for the next payment. */
export const StudentPayments = ({ operatorName, page, payments, ...more }: StudentPaymentsProps) => (
  <PageFrame title={more.student.name} operatorName={operatorName}>
    <EnrolmentFacts {...more} />
    <h2 className="text-22">{m.class_payments()}</h2>
    {payments.length > 0 ? (
      <PaymentsTable rows={payments} more={{ title: m.class_void_it(), cell: VoidLink }} />
    ) : (
      <EmptyState title={m.class_nothing_paid()} text={m.class_nothing_paid_text()} />
    )}
    <h2 className="text-22">{m.class_record_payment()}</h2>
    {/* A form that came back says itself that nothing is left. */}
    {more.isOwed || more.sent ? (
      <PaymentForm action={page} {...more} />
    ) : (
      <p className="max-w-prose text-quiet">{m.class_nothing_left()}</p>
    )}
  </PageFrame>
);

type FactsProps = Pick<StudentPaymentsProps, "of" | "student" | "since" | "fee" | "pay">;

const EnrolmentFacts = ({ of, student, since, fee, pay }: FactsProps) => (
  <Facts>
    {student.email && <Fact term={m.email()}>{student.email}</Fact>}
    <Fact term={m.class_one()}>
      <Link to={`/dashboard/classes/${of.id}`}>{of.title}</Link>, {of.start}
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
    <Link to={`/dashboard/payments/${id}/void`} className="row-button grave" {...keyed("x", m.class_void_it())}>
      {m.class_void_it()}
      <span className="sr-only"> {receipt}</span>
    </Link>
  );

type PaymentFormProps = Pick<StudentPaymentsProps, "form" | "filled" | "latest" | "methods" | "price" | "sent"> & {
  action: string;
};

function PaymentForm({ action, form, filled, latest, methods, price, sent }: PaymentFormProps) {
  const isAnew = sent?.problem === "payment-void";
  const { field } = shownForm(isAnew ? undefined : sent, Object.keys(filled), { filled, own });
  const { problem } = shownForm(sent, [], { own });
  // A form that was refused keeps its name, unless it is the name that was used up.
  const name = sent?.problem && !usedUp.has(sent.problem) ? (sent.values["form"] ?? form) : form;
  return (
    <SavedForm
      key={form}
      action={action}
      at={sent?.at}
      problem={problem}
      hidden={{ form: name, fee: String(price.fee), currency: price.currency }}
      save={m.class_record_payment()}
    >
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
