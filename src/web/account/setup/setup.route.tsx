import { kindsAdvisedForVisitors } from "#core/records/document-kinds.ts";
import { Button } from "#design/form/button.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { m } from "#i18n/compiled/messages.js";
import { isSetupLinkValid } from "#operations/accounts/set-up-portal.ts";
import { officeZone } from "#operations/portal/office-time.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import { shownAccountForm, TokenForm } from "../form/account-form.tsx";
import { AccountPage, LinkEnded } from "../form/account-page.tsx";
import { EmailField, NameField, NewPasswordFields } from "../form/person-fields.tsx";
import { signInNewAccount } from "../server/account-step.server.ts";
import { openedToken, openMailedLink } from "../server/mailed-link.server.ts";
import { pages } from "../../pages.ts";
import { OperatorFields, WaysToReachFields } from "./operator-fields.tsx";
import { restore, restoreToken, shownRestore, showRestoring } from "./restore.server.ts";
import { RestoredPage, RestorePage, SetupWays } from "./restore-form.tsx";
import { SettingChoices, ShownKindsChoice } from "./setting-boxes.tsx";
import { SetChoices } from "./set-words.tsx";
import { readSetup, setUp } from "./set-up.server.ts";
import { ZoneField } from "./zone-field.tsx";
import type { Route } from "./+types/setup.route.ts";

export const middleware: Route.MiddlewareFunction[] = [showRestoring, openMailedLink];

export async function loader({ url, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const token = openedToken(visit) || restoreToken(visit);
  const holds = await orErrorPage(visit, () => isSetupLinkValid(visit.portal, token));
  return {
    token,
    holds,
    isRestore: url.searchParams.has("from"),
    restore: shownRestore(visit),
    timeZone: officeZone(visit.portal),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readSetup(request);
  if (form["from"] !== undefined) return submitForm(visit, { values: form }, () => restore(visit, form));
  return submitForm(visit, { values: form }, async () => {
    const { needsFactor } = await setUp(visit, form);
    const next = needsFactor ? pages.secondStep.path : pages.dashboard.path;
    return signInNewAccount(visit, { email: form["email"], password: form["password"] }, next);
  });
}

export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  const { problem = null, values = {} } = actionData ?? {};
  const {
    restore: { result },
    token,
  } = loaderData;
  if (result?.problem === null) return <RestoredPage {...result} />;
  if (problem ? problem === "link-ended" : !loaderData.holds && values["token"] === undefined) {
    return (
      <LinkEnded>
        <p>{m.link_ended_setup()}</p>
      </LinkEnded>
    );
  }
  const isRestore = actionData ? values["from"] !== undefined : loaderData.isRestore;
  if (isRestore)
    return <RestorePage {...loaderData.restore} token={values["token"] ?? token} actionData={actionData} />;
  const { problems, field } = shownAccountForm(actionData, fields, { filled: { timeZone: loaderData.timeZone } });
  return (
    <AccountPage title={m.setup_title()} text={m.setup_text()}>
      <SetupWays isRestore={false} />
      <TokenForm action={pages.setup.path} token={values["token"] ?? token} problems={problems}>
        <FormPart title={m.setup_operator()}>
          <OperatorFields field={field} />
          <WaysToReachFields field={field} />
          <ZoneField {...field("timeZone")} isProposal={values["timeZone"] === undefined} />
        </FormPart>
        <FormPart title={m.sets_title()}>
          <SetChoices chosen={values["set"] ?? "as-specified"} />
        </FormPart>
        <FormPart title={m.setup_publishing()}>
          <SettingChoices name="lookupPolicy" chosen={values["lookupPolicy"] ?? "guarded"} />
          <ShownKindsChoice shown={new Set(values["shownKinds"]?.split(",") ?? kindsAdvisedForVisitors)} />
        </FormPart>
        <FormPart title={m.settings_accounts()}>
          <SettingChoices name="registration" chosen={values["registration"] === "open" ? "open" : "invite"} />
          <SettingChoices
            name="secondFactor"
            chosen={values["secondFactor"] === "optional" ? "optional" : "required"}
          />
        </FormPart>
        <FormPart title={m.setup_you()}>
          <NameField {...field("name")} />
          <EmailField {...field("email")} />
          <NewPasswordFields field={field} />
        </FormPart>
        <Button>{m.setup_button()}</Button>
        <p className="text-16 text-quiet">{m.setup_specified_text()}</p>
        <Button variant="secondary" name="choices" value="specified">
          {m.setup_specified_button()}
        </Button>
      </TokenForm>
    </AccountPage>
  );
}

const fields = [
  "operator.name",
  "operator.about",
  "operator.licence",
  "operator.licenceRegister",
  "operator.phone",
  "operator.email",
  "timeZone",
  "name",
  "email",
  "password",
  "password2",
];
