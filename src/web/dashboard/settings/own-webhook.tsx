import { m } from "#i18n/compiled/messages.js";
import { writtenTime } from "#i18n/written.ts";
import { ActionButton } from "#design/form/action-button.tsx";
import { Alarm } from "#design/form/alarm.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { Field } from "#design/form/field.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { deliveryStates, outcomeWords, shownDelivery } from "./shown-delivery.tsx";

type StoredWebhook = {
  url: string | null;
  failingSince: number | null;
  last: Parameters<typeof shownDelivery>[0] | null;
};

export const shownWebhook = (webhook: StoredWebhook | null) =>
  webhook && {
    url: webhook.url,
    failingSince: webhook.failingSince === null ? null : writtenTime(webhook.failingSince),
    last: webhook.last && shownDelivery(webhook.last),
  };

type ShownWebhook = NonNullable<ReturnType<typeof shownWebhook>>;

type OwnWebhookProps = { page: string; webhook: ShownWebhook | null; sent: FormResult | undefined };

export function OwnWebhook({ page, webhook, sent }: OwnWebhookProps) {
  const ownFields = { url: { "link-format": m.webhooks_url_unusable } };
  const { field, problem } = shownForm(sent, ["url"], { filled: { url: webhook?.url ?? "" }, ownFields });
  return (
    <FormPart id="webhook" title={m.desk_webhook_title()} className="grid-cols-1 gap-5">
      <p className="max-w-prose text-quiet">{m.desk_webhook_text()}</p>
      <SendForm action={page} className="grid max-w-md gap-5" hidden={{ do: "webhook" }}>
        {problem && <Alarm>{problem}</Alarm>}
        <Field {...field("url")} type="url" label={m.webhooks_url()} hint={m.webhooks_url_hint()} autoComplete="off" />
        <Button variant={webhook ? "secondary" : "primary"} className="justify-self-start">
          {m.desk_webhook_save()}
        </Button>
      </SendForm>
      {webhook && <Set page={page} {...webhook} />}
    </FormPart>
  );
}

function Set({ page, url, failingSince, last }: ShownWebhook & { page: string }) {
  const of = url ?? m.webhooks_damaged();
  return (
    <>
      {url === null && <Alarm>{m.webhooks_damaged_text()}</Alarm>}
      {failingSince !== null && <Alarm>{m.webhooks_failing({ when: failingSince })}</Alarm>}
      {last && (
        <p className="flex flex-wrap gap-x-3">
          <span>{m.desk_webhook_last({ when: last.at })}</span>
          {deliveryStates[last.state]()}
          {last.outcome !== "" && <span className="text-quiet">{outcomeWords(last.outcome)}</span>}
        </p>
      )}
      {url !== null && (
        <ActionButton
          action={page}
          fields={{ do: "test-webhook" }}
          label={m.webhooks_test()}
          of={of}
          className={`${buttonClass({ variant: "secondary", size: "small" })} justify-self-start`}
        />
      )}
      <ConfirmBelow label={m.webhooks_remove()} of={of} className={buttonClass({ variant: "danger", size: "small" })}>
        {m.webhooks_remove_text()}
        <ActionButton
          action={page}
          fields={{ do: "remove-webhook" }}
          label={m.webhooks_remove_yes()}
          of={of}
          className={buttonClass({ variant: "danger", size: "small" })}
        />
      </ConfirmBelow>
    </>
  );
}
