import { mayHaveWebhook } from "#core/accounts/permissions.ts";
import { keyDays, type KeyScope, keyScopes } from "#core/accounts/api-keys.ts";
import { isPartOf } from "#core/settings/features.ts";
import { useDashboard } from "#design/page/use-dashboard.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import { makeApiKey, readApiKeys, revokeApiKey } from "#operations/accounts/api-keys.ts";
import { readOwnWebhook, removeOwnWebhook, setOwnWebhook, testOwnWebhook } from "#operations/desk/own-webhook.ts";
import { Button } from "#design/form/button.tsx";
import { Choices } from "#design/form/choices.tsx";
import { Field } from "#design/form/field.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { EmptyState } from "#design/page/empty-state.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { pages } from "../../pages.ts";
import { OwnWebhook, shownWebhook } from "./own-webhook.tsx";
import { FormPage } from "../frame/form-page.tsx";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { TextLink } from "../frame/text-link.tsx";
import { ApiKeyTable, scopeWords, shownKeys } from "./api-key-table.tsx";
import { BackToSettings } from "./back-to-settings.tsx";
import { ShownOnce } from "./shown-once.tsx";
import type { Route } from "./+types/api-keys.route.ts";

const page = pages.apiKeys.path;

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ portal, actor }) => {
    const isOfOrganisation = mayHaveWebhook(actor);
    return {
      isOfOrganisation,
      keys: shownKeys(await readApiKeys(portal, actor)),
      webhook: isOfOrganisation ? shownWebhook(await readOwnWebhook(portal, actor)) : null,
    };
  });

/** The buttons, by the value that each sends as `do`. */
const buttons = new Map([
  ["revoke", { work: revokeApiKey, flash: "api-key-revoked" } as const],
  ["test-webhook", { work: testOwnWebhook, flash: "webhook-sent" } as const],
  ["remove-webhook", { work: removeOwnWebhook, flash: "webhook-removed" } as const],
]);

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    async ({ portal, actor, form }) => {
      const { do: does, id = "" } = form;
      if (does === "webhook") return setOwnWebhook(portal, actor, form);
      const button = buttons.get(does ?? "");
      if (!button) return makeApiKey(portal, actor, form);
      await button.work(portal, actor, { id });
      return redirectInApp(page, button.flash);
    },
    () => redirectInApp(page, "not-found"),
  );

export default function ApiKeys({ loaderData, actionData }: Route.ComponentProps) {
  const { isOfOrganisation, keys, webhook } = loaderData;
  const site = useDashboard();
  return (
    <FormPage
      title={isOfOrganisation ? m.desk_programs() : m.api_keys_title()}
      answer={actionData}
      claims={{ key: [""], webhook: isOfOrganisation ? ["webhook"] : [] }}
    >
      {(answer, of) => {
        const made = answer && "key" in answer ? answer : null;
        const set = answer && "secret" in answer ? answer : null;
        return (
          <div className="grid grid-cols-1 gap-6">
            {!isOfOrganisation && <BackToSettings />}
            {isOfOrganisation && isPartOf(site, pages.desk) && (
              <TextLink to={pages.desk.path} label={m.desk_title()} hotkey="u" />
            )}
            <p className="max-w-prose text-quiet">{isOfOrganisation ? m.desk_programs_text() : m.api_keys_text()}</p>
            {made && (
              <ShownOnce
                key={made.key}
                title={m.api_keys_made_title(made)}
                text={m.api_keys_made_text()}
                secret={made.key}
              />
            )}
            {set && (
              <ShownOnce
                key={set.secret}
                title={m.webhooks_secret_title({ host: new URL(set.url).host })}
                text={m.webhooks_secret_text()}
                secret={set.secret}
              />
            )}
            <NewKey
              key={made?.key ?? of("key")?.at}
              scopes={isOfOrganisation ? ["look-up"] : keyScopes}
              sent={of("key")}
            />
            <FormPart id="keys" title={m.api_keys_yours()} className="gap-4">
              <ApiKeyTable
                caption={m.api_keys_yours()}
                page={page}
                keys={keys}
                empty={<EmptyState title={m.api_keys_none_title()} text={m.api_keys_none_text()} />}
              />
            </FormPart>
            {isOfOrganisation && (
              <OwnWebhook key={set?.secret ?? of("webhook")?.at} page={page} webhook={webhook} sent={of("webhook")} />
            )}
          </div>
        );
      }}
    </FormPage>
  );
}

function NewKey({ scopes, sent }: { scopes: readonly KeyScope[]; sent: FormResult | undefined }) {
  const filled = { scope: scopes.includes("read") ? "read" : "look-up", days: "90" };
  const { field, problem } = shownForm(sent, ["name", "scope", "days"], { filled });
  return (
    <FormPart id="new-key" title={m.api_keys_new()} className="max-w-md gap-5">
      <SendForm action={page} className="grid gap-5" problem={problem}>
        <Field
          {...field("name")}
          label={m.api_keys_name()}
          hint={m.api_keys_name_hint()}
          autoComplete="off"
          maxLength={60}
        />
        {scopes.length === 1 ? (
          <input type="hidden" name="scope" value={scopes[0]} />
        ) : (
          <Choices
            name="scope"
            legend={m.api_keys_scope()}
            chosen={field("scope").value}
            choices={scopes.map((value) => ({ value, label: scopeWords[value]() }))}
          />
        )}
        <Field
          {...field("days")}
          label={m.api_keys_days()}
          choices={keyDays.map((days) => ({
            value: String(days),
            label: m.api_keys_for_days({ days: writtenCount(days) }),
          }))}
        />
        <Button className="justify-self-start">{m.api_keys_make()}</Button>
      </SendForm>
    </FormPart>
  );
}
