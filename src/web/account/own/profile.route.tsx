import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";
import { Avatar } from "#design/avatar.tsx";
import { NameField, PhotoField } from "../form/person-fields.tsx";
import { shownAccountForm } from "../form/shown-account-form.ts";
import { Button } from "#design/form/button.tsx";
import { submitForm } from "../../frame/submit-form.server.ts";
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
  return submitForm(visit, { values: form }, async () => {
    const outcome = await visit.portal.accounts.changeProfile(visit.caller, form);
    return outcome.ok ? redirectWithReload("/account", { cookies: outcome.cookies, notice: "saved" }) : outcome;
  });
}

export default function Profile({ loaderData: { name, photoUrl }, actionData }: Route.ComponentProps) {
  const filled = { name, photoURL: photoUrl };
  const { problems, field } = shownAccountForm(actionData, ["name", "photoURL"], "photoURL", filled);
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
