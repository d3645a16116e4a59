import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";
import { Avatar } from "#design/avatar.tsx";
import { untouched } from "../form/form-state.ts";
import { NameField, PhotoField } from "../form/person-fields.tsx";
import { shownForm } from "../form/problem-words.ts";
import { Button } from "#design/form/button.tsx";
import { attempt } from "../server/attempt.server.ts";
import { callerOf, formAgain } from "../server/forms.server.ts";
import { readForm } from "../../frame/read-form.server.ts";
import { redirectWithReload } from "../../frame/redirect-with-reload.server.ts";
import { knownVisitor } from "../server/known-visitor.server.ts";
import { showForeignPhotos } from "../server/private-pages.server.ts";
import { useSite } from "../../frame/site-facts.ts";
import { visitContext } from "../../frame/visit.server.ts";
import type { Route } from "./+types/profile.route.ts";

export const middleware: Route.MiddlewareFunction[] = [showForeignPhotos];

export async function loader({ context }: Route.LoaderArgs) {
  const { name, photoUrl } = (await knownVisitor(context.get(visitContext))).person;
  return { name, photoUrl };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const outcome = await attempt(visit, () => visit.portal.accounts.changeProfile(callerOf(request, visit), form));
  return outcome.ok
    ? redirectWithReload("/account", { cookies: outcome.cookies, notice: "saved" })
    : formAgain(form, outcome);
}

export default function Profile({ loaderData: { name, photoUrl }, actionData = untouched }: Route.ComponentProps) {
  const { refused, typed } = actionData;
  const state = { refused, typed: { name, photoURL: photoUrl, ...typed } };
  const { problems, field } = shownForm(state, ["name", "photoURL"], "photoURL");
  return (
    <AccountPage isBelowAccount title={m.profile()} operatorName={useSite().operator.name} text={m.profile_text()}>
      <div className="flex items-center gap-4">
        <Avatar name={name} photoUrl={photoUrl} />
        <p className="text-16 text-quiet">{m.photo_shown_from()}</p>
      </div>
      <AccountForm action="/account/profile" problems={problems}>
        <NameField {...field("name")} />
        <PhotoField {...field("photoURL")} isRequired={false} />
        <Button>{m.save()}</Button>
      </AccountForm>
    </AccountPage>
  );
}
