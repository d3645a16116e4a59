import { paymentMethods } from "#core/classes/payment.ts";
import { big, bytes, code, codeOf, count, orNull, sequence, table, text } from "./table.ts";

/** Cancelled enrolments stay, with their payments. Both outlive the account. */
export const classTables = {
  class: table({
    key: ["seq"],
    columns: {
      /** Orders classes that start in the same minute. */
      seq: sequence(),
      id: code("unique"),
      registry: code(),
      title: text(),
      place: text(),
      starts_at: code(),
      seats: count(),
      /** The number of enrolled people. The row is locked while it grows, so that no seat is given twice. */
      taken: count("check (taken between 0 and seats)"),
      fee: big("check (fee >= 0)"),
      currency: code(),
      closed_at: orNull(big()),
      added_at: big(),
      added_by: code(),
      version: count(),
      key_set: code(),
      wrapped_key: bytes(),
    },
    indexes: { class_by_start: "(registry, starts_at, seq)" },
  }),

  class_selection: table({
    key: ["person_id", "class_id"],
    withoutRowid: true,
    columns: {
      person_id: code("references person (id) on delete cascade"),
      class_id: code("references class (id) on delete cascade"),
      selected_at: big(),
    },
    indexes: { class_selection_by_class: "(class_id)" },
  }),

  enrolment: table({
    key: ["seq"],
    columns: {
      seq: sequence(),
      id: code("unique"),
      class_id: code("references class (id)"),
      person_id: code(),
      /** The fee of the class when this person enrolled. */
      fee: big("check (fee >= 0)"),
      currency: code(),
      enrolled_at: big(),
      cancelled_at: orNull(big()),
      cancelled_by: orNull(code()),
    },
    lines: "unique (class_id, person_id)",
    indexes: { enrolment_by_person: "(person_id, seq)" },
  }),

  payment: table({
    key: ["seq"],
    columns: {
      seq: sequence(),
      id: code("unique"),
      enrolment_id: code("references enrolment (id)"),
      registry: code(),
      receipt: big(),
      amount: big("check (amount > 0)"),
      currency: code(),
      paid_on: code(),
      method: codeOf(paymentMethods),
      recorded_at: big(),
      recorded_by: code(),
      voided_at: orNull(big()),
      voided_by: orNull(code()),
      /** The payer and the bank's name for the payment, sealed under the key of the class. */
      sealed: bytes(),
    },
    lines: "unique (registry, receipt)",
    indexes: { payment_by_enrolment: "(enrolment_id, seq)" },
  }),

  /** The last number of a receipt, in a row of its own so that no number is given twice. */
  receipt_end: table({
    key: ["registry"],
    withoutRowid: true,
    columns: {
      registry: code(),
      last: big(),
    },
  }),
};
