import { m } from "#i18n/compiled/messages.js";
import { writtenTime } from "#i18n/written.ts";
import {
  addWebhook,
  readWebhooks,
  removeWebhook,
  renewSecret,
  sendAgain,
  sendTest,
} from "#operations/webhooks/manage-webhooks.ts";
import { Button, buttonClass } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { Field } from "#design/form/field.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { EmptyState } from "#design/page/empty-state.tsx";
import { type Column, DataTable } from "#design/table/data-table.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { RowAction } from "../frame/row-action.tsx";
import { handleForm } from "../frame/run-action.server.ts";
import { BackToSettings } from "./back-to-settings.tsx";
import { deliveryStates, outcomeWords, shownDelivery } from "./shown-delivery.tsx";
import { ShownOnce } from "./shown-once.tsx";
import type { Route } from "./+types/webhooks.route.ts";

const page = pages.webhooks.path;

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ portal, actor }) => {
    const webhooks = await readWebhooks(portal, actor);
    return {
      webhooks: webhooks.map(({ id, url, failingSince, deliveries }) => ({
        id,
        url,
        host: url && new URL(url).host,
        failingSince: failingSince === null ? null : writtenTime(failingSince),
        deliveries: deliveries.map(shownDelivery),
      })),
    };
  });

/** The buttons of a webhook, by the value that each sends as `do`. */
const buttons = new Map([
  ["remove", { work: removeWebhook, flash: "webhook-removed" } as const],
  ["test", { work: sendTest, flash: "webhook-sent" } as const],
  ["again", { work: sendAgain, flash: "webhook-sent" } as const],
]);

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    async ({ portal, actor, form }) => {
      const target = { id: form["id"] ?? "" };
      if (form["do"] === "renew") return renewSecret(portal, actor, target);
      const button = buttons.get(form["do"] ?? "");
      if (!button) return addWebhook(portal, actor, form);
      await button.work(portal, actor, target);
      return redirectInApp(page, button.flash);
    },
    () => redirectInApp(page, "not-found"),
  );

export default function Webhooks({ loaderData: { webhooks }, actionData }: Route.ComponentProps) {
  return (
    <FormPage title={m.webhooks_title()} answer={actionData} claims={{ url: [""] }}>
      {(answer, of) => {
        const made = answer && "secret" in answer ? answer : null;
        const sent = of("url");
        return (
          <div className="grid grid-cols-1 gap-6">
            <BackToSettings />
            <p className="max-w-prose text-quiet">{m.webhooks_text()}</p>
            {made && (
              <ShownOnce
                key={made.secret}
                title={m.webhooks_secret_title({ host: new URL(made.url).host })}
                text={m.webhooks_secret_text()}
                secret={made.secret}
              />
            )}
            <NewWebhook key={made?.secret ?? sent?.at} sent={sent} />
            {webhooks.map((webhook) => (
              <Webhook key={webhook.id} {...webhook} />
            ))}
          </div>
        );
      }}
    </FormPage>
  );
}

function NewWebhook({ sent }: { sent: FormResult | undefined }) {
  const { field, problem } = shownForm(sent, ["url"], { ownFields });
  return (
    <FormPart id="new-webhook" title={m.webhooks_new()} className="max-w-md gap-5">
      <SendForm action={page} className="grid gap-5" problem={problem}>
        <Field {...field("url")} type="url" label={m.webhooks_url()} hint={m.webhooks_url_hint()} autoComplete="off" />
        <Button className="justify-self-start">{m.webhooks_add()}</Button>
      </SendForm>
    </FormPart>
  );
}

const ownFields = { url: { "link-format": m.webhooks_url_unusable } };

type ShownWebhook = Route.ComponentProps["loaderData"]["webhooks"][number];

const Webhook = ({ host, ...webhook }: ShownWebhook) =>
  host === null ? <DamagedWebhook id={webhook.id} /> : <WholeWebhook {...webhook} host={host} />;

const DamagedWebhook = ({ id }: { id: string }) => (
  <FormPart id={id} title={m.webhooks_damaged()} className="grid-cols-1 gap-4">
    <p className="max-w-prose">{m.webhooks_damaged_text()}</p>
    <RemoveWebhook id={id} of={m.webhooks_damaged()} />
  </FormPart>
);

const RemoveWebhook = ({ id, of }: { id: string; of: string }) => (
  <ConfirmBelow label={m.webhooks_remove()} of={of} className={buttonClass({ variant: "danger", size: "small" })}>
    {m.webhooks_remove_text()}
    <OneButton does="remove" id={id} label={m.webhooks_remove_yes()} of={of} variant="danger" />
  </ConfirmBelow>
);

const WholeWebhook = ({ id, url, host, failingSince, deliveries }: ShownWebhook & { host: string }) => (
  <FormPart id={id} title={host} className="grid-cols-1 gap-4">
    <p className="wrap-anywhere text-quiet">{url}</p>
    {failingSince !== null && (
      <p className="border-s-4 border-alarm ps-4 font-semibold">{m.webhooks_failing({ when: failingSince })}</p>
    )}
    <div className="flex flex-wrap gap-3">
      <OneButton does="test" id={id} label={m.webhooks_test()} of={host} />
      <OneButton does="renew" id={id} label={m.webhooks_renew()} of={host} />
    </div>
    <RemoveWebhook id={id} of={host} />
    <DataTable
      caption={m.webhooks_log({ host })}
      columns={columns()}
      rows={deliveries}
      empty={<EmptyState title={m.webhooks_none_title()} text={m.webhooks_none_text()} />}
    />
  </FormPart>
);

type OneButtonProps = { does: string; id: string; label: string; of: string; variant?: "secondary" | "danger" };

const OneButton = ({ does, id, label, of, variant = "secondary" }: OneButtonProps) => (
  <SendForm action={page} preventScrollReset={does !== "renew"} hidden={{ do: does, id }}>
    <Button variant={variant} size="small">
      {label}
      <span className="sr-only"> {of}</span>
    </Button>
  </SendForm>
);

type ShownDelivery = ShownWebhook["deliveries"][number];

const columns = (): Column<ShownDelivery>[] => [
  {
    title: m.webhooks_message(),
    look: "main",
    cell: ({ event, id }) => (
      <div className="grid py-1.5">
        <span lang="en" className="font-semibold">
          {event}
        </span>
        <span lang="en" className="text-14 wrap-anywhere text-quiet">
          {id}
        </span>
      </div>
    ),
  },
  { title: m.state(), look: "state", cell: ({ state }) => deliveryStates[state]() },
  { title: m.webhooks_at(), isNamed: true, cell: ({ at }) => at },
  {
    title: m.webhooks_outcome(),
    cell: ({ outcome, next }) => (
      <div className="grid">
        {outcome !== "" && <span>{outcomeWords(outcome)}</span>}
        {next !== null && <span className="text-quiet">{m.webhooks_next({ when: next })}</span>}
      </div>
    ),
  },
  {
    title: m.webhooks_again(),
    cell: ({ id, state, event }) =>
      state !== "waiting" && (
        <RowAction
          action={page}
          fields={{ do: "again", id }}
          label={m.webhooks_again()}
          of={`${event} ${id}`}
          hotkey="x"
          className={buttonClass({ variant: "row" })}
        />
      ),
  },
];
