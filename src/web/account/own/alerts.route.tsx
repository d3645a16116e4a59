import { type AlertKind, alertKinds, alertLanguages, alertTimings, timingOf } from "#core/accounts/alerts.ts";
import { m } from "#i18n/compiled/messages.js";
import { changeAlertChoices, readAlertChoices } from "#operations/alerts/alert-choices.ts";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { AccountForm, shownAccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";
import type { Route } from "./+types/alerts.route.ts";

const page = pages.alerts.path;

export async function loader({ context }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const { kinds, choices } = await orErrorPage(visit, () => readAlertChoices(portal, actor));
  return {
    kinds,
    filled: { language: choices.language, ...Object.fromEntries(kinds.map((kind) => [kind, timingOf(choices, kind)])) },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const form = await readForm(request);
  return submitForm(visit, { values: form, here: page }, async () => {
    const { language } = form;
    const timings = Object.fromEntries(alertKinds.filter((kind) => kind in form).map((kind) => [kind, form[kind]]));
    await changeAlertChoices(portal, actor, { language, timings });
    return redirectWithReload(pages.account.path, { flash: "saved" });
  });
}

export default function Alerts({ loaderData: { kinds, filled }, actionData }: Route.ComponentProps) {
  const { problems, field } = shownAccountForm(actionData, [...kinds, "language"], { filled });
  return (
    <AccountPage isBelowAccount title={m.alerts()} text={m.alerts_text()}>
      <AccountForm action={page} problems={problems}>
        {kinds.map((kind) => (
          <Field
            key={kind}
            {...field(kind)}
            label={kindWords[kind]()}
            choices={alertTimings.map((value) => ({ value, label: timingWords[value]() }))}
          />
        ))}
        <Field
          {...field("language")}
          label={m.alerts_language()}
          choices={alertLanguages.map((value) => ({ value, label: languageWords[value]() }))}
        />
        <Button>{m.save()}</Button>
      </AccountForm>
    </AccountPage>
  );
}

const kindWords = {
  waiting: m.alerts_waiting,
  resubmitted: m.alerts_resubmitted,
  "sent-back": m.alerts_sent_back,
  report: m.alerts_report,
  run: m.alerts_run,
  expiry: m.alerts_expiry,
  deletion: m.alerts_deletion,
  site: m.alerts_site,
  webhook: m.alerts_webhook,
} satisfies Record<AlertKind, () => string>;

const timingWords = { "at-once": m.alerts_at_once, daily: m.alerts_daily, off: m.alerts_off };
const languageWords = { "": m.alerts_both, en: () => "English", bn: () => "বাংলা" };
