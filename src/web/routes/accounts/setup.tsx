import { documentKinds } from "#core/candidates/document-kinds.ts";
import { isAdvisedForStaff } from "#core/settings/safeguards.ts";
import { m } from "#i18n/compiled/messages.js";
import { setupLinkHolds } from "#operations/staff/setup-link.ts";
import { AccountPage } from "#ui/account/account-page.tsx";
import { untouched } from "#ui/account/form-state.ts";
import { LinkEnded } from "#ui/account/link-ended.tsx";
import { SetupForm } from "#ui/account/setup-form.tsx";
import { attempt } from "../../accounts/attempt.ts";
import { enterWith } from "../../accounts/enter-with.ts";
import { formAgain } from "../../accounts/forms.ts";
import { keepAddress } from "../../accounts/private-pages.ts";
import { readSetup, setUp } from "../../accounts/set-up.ts";
import { tokenIn } from "../../accounts/tokens.ts";
import { needed } from "../../needed.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/setup.ts";

export const middleware: Route.MiddlewareFunction[] = [keepAddress];

export async function loader({ request, context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const token = tokenIn(request);
  return { token, holds: await needed(visit, () => setupLinkHolds(visit.portal, token)) };
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
