import { type DeliveryFailure, deliveryFailures } from "#core/settings/webhooks.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenTime } from "#i18n/written.ts";
import { ShapedWord } from "#design/page/state-label.tsx";

type Delivery = {
  id: string;
  event: string;
  happened_at: number;
  next_try_at: number | null;
  delivered_at: number | null;
  tries: number;
  outcome: string;
};

export const shownDelivery = ({ id, event, happened_at, next_try_at, delivered_at, tries, outcome }: Delivery) => ({
  id,
  event,
  at: writtenTime(happened_at),
  state:
    delivered_at !== null ? ("delivered" as const) : next_try_at === null ? ("failed" as const) : ("waiting" as const),
  next: tries > 0 && next_try_at !== null ? writtenTime(next_try_at) : null,
  outcome,
});

export const deliveryStates = {
  delivered: () => <ShapedWord shape="shown" word={m.webhooks_delivered()} />,
  waiting: () => <ShapedWord shape="waiting" word={m.webhooks_waiting()} />,
  failed: () => <ShapedWord shape="hidden" word={m.webhooks_given_up()} />,
};

export function outcomeWords(outcome: string): string {
  const failure = deliveryFailures.find((one) => one === outcome);
  return failure ? failures[failure]() : m.webhooks_answered({ status: outcome });
}

const failures = {
  name: m.webhooks_failed_name,
  address: m.webhooks_failed_address,
  refused: m.webhooks_failed_refused,
  certificate: m.webhooks_failed_certificate,
  silent: m.webhooks_failed_silent,
  other: m.webhooks_failed_other,
} satisfies Record<DeliveryFailure, () => string>;
