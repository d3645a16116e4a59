import type { Generated } from "kysely";
import type { PaymentFacts } from "#core/classes/payment.ts";

export type ClassTables = {
  class: {
    /** Orders classes that start in the same minute. */
    seq: Generated<number>;
    id: string;
    registry: string;
    title: string;
    place: string;
    starts_at: string;
    seats: number;
    taken: number;
    fee: number;
    currency: string;
    closed_at: number | null;
    added_at: number;
    added_by: string;
    version: number;
    key_set: string;
    wrapped_key: Uint8Array;
  };

  class_selection: {
    person_id: string;
    class_id: string;
    selected_at: number;
  };

  enrolment: {
    seq: Generated<number>;
    id: string;
    class_id: string;
    person_id: string;
    /** The fee of the class when this person enrolled. */
    fee: number;
    currency: string;
    enrolled_at: number;
    cancelled_at: number | null;
    cancelled_by: string | null;
  };

  payment: {
    seq: Generated<number>;
    id: string;
    enrolment_id: string;
    registry: string;
    receipt: number;
    amount: number;
    currency: string;
    paid_on: string;
    method: PaymentFacts["method"];
    recorded_at: number;
    recorded_by: string;
    voided_at: number | null;
    voided_by: string | null;
    /** The payer and the bank's name for the payment, sealed under the key of the class. */
    sealed: Uint8Array;
  };

  receipt_end: {
    registry: string;
    last: number;
  };
};
