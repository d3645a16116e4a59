import { documentKinds } from "#core/records/document-kinds.ts";
import { isAdvisedForStaff } from "#core/settings/safeguards.ts";
import { m } from "#i18n/compiled/messages.js";
import { setupLinkHolds } from "#operations/staff/setup-link.ts";
import { AccountPage } from "../form/account-page.tsx";
import { untouched } from "../form/form-state.ts";
import { LinkEnded } from "../form/link-ended.tsx";
import { SetupForm } from "./setup-form.tsx";
import { attempt } from "../server/attempt.server.ts";
import { enterWith } from "../server/enter-with.server.ts";
import { formAgain } from "../server/forms.server.ts";
import { keepAddress } from "../server/private-pages.server.ts";
import { readSetup, setUp } from "../server/set-up.server.ts";
import { tokenIn } from "../script/tokens.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/setup.route.ts";

export const middleware: Route.MiddlewareFunction[] = [keepAddress];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const token = tokenIn(request);
  return { token, holds: await orErrorPage(visit, () => setupLinkHolds(visit.portal, token)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readSetup(request);
  if (form["password"] === undefined) return { ...untouched, typed: form };
  const outcome = await attempt(visit, () => setUp(visit, form));
  return outcome.ok
    ? enterWith(request, visit, { email: form["email"], password: form["password"] })
    : formAgain(form, outcome);
}

export default function Setup({ loaderData, actionData = untouched }: Route.ComponentProps) {
  const { operator } = useSite();
  const { typed, refused } = actionData;
  if (refused ? refused.problem === "link-ended" : !loaderData.holds && typed["token"] === undefined) {
    return (
      <LinkEnded operatorName={operator.name}>
        <p>{m.link_ended_setup()}</p>
      </LinkEnded>
    );
  }
  return (
    <AccountPage title={m.setup_title()} operatorName={operator.name} text={m.setup_text()}>
      <SetupForm
        token={typed["token"] ?? loaderData.token}
        state={actionData}
        lookupPolicy={typed["lookupPolicy"] === "open" ? "open" : "guarded"}
        shownKinds={new Set(typed["shownKinds"]?.split(",") ?? advisedKinds)}
      />
    </AccountPage>
  );
}

const advisedKinds = documentKinds.filter((kind) => !isAdvisedForStaff(kind));
