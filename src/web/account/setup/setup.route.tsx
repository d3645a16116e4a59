import { documentKinds } from "#core/records/document-kinds.ts";
import { isAdvisedForStaff } from "#core/settings/safeguards.ts";
import { m } from "#i18n/compiled/messages.js";
import { isSetupLinkValid } from "#operations/staff/set-up-portal.ts";
import { AccountPage, LinkEnded } from "../form/account-page.tsx";
import { SetupForm } from "./setup-form.tsx";
import { formBegun, submitForm } from "../../frame/submit-form.server.ts";
import { enterWith } from "../server/account-step.server.ts";
import { keepAddress } from "../server/private-pages.server.ts";
import { readSetup, setUp } from "./set-up.server.ts";
import { tokenIn } from "../server/mailed-link.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/setup.route.ts";

export const middleware: Route.MiddlewareFunction[] = [keepAddress];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const token = tokenIn(request);
  return { token, holds: await orErrorPage(visit, () => isSetupLinkValid(visit.portal, token)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readSetup(request);
  if (form["password"] === undefined) return formBegun(visit, form);
  return submitForm(visit, { values: form }, async () => {
    await setUp(visit, form);
    return enterWith(visit, { email: form["email"], password: form["password"] });
  });
}

export default function Setup({ loaderData, actionData }: Route.ComponentProps) {
  const { problem = null, values = {} } = actionData ?? {};
  if (problem ? problem === "link-ended" : !loaderData.holds && values["token"] === undefined) {
    return (
      <LinkEnded>
        <p>{m.link_ended_setup()}</p>
      </LinkEnded>
    );
  }
  return (
    <AccountPage title={m.setup_title()} text={m.setup_text()}>
      <SetupForm
        token={values["token"] ?? loaderData.token}
        sent={actionData}
        lookupPolicy={values["lookupPolicy"] === "open" ? "open" : "guarded"}
        shownKinds={new Set(values["shownKinds"]?.split(",") ?? advisedKinds)}
      />
    </AccountPage>
  );
}

const advisedKinds = documentKinds.filter((kind) => !isAdvisedForStaff(kind));
