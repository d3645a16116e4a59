import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "#ui/account/account-form.tsx";
import { AccountPage } from "#ui/account/account-page.tsx";
import { Avatar } from "#ui/account/avatar.tsx";
import { untouched } from "#ui/account/form-state.ts";
import { NameField, PhotoField } from "#ui/account/person-fields.tsx";
import { shownForm } from "#ui/account/problem-words.ts";
import { SubmitButton } from "#ui/account/submit-button.tsx";
import { attempt } from "../../accounts/attempt.ts";
import { callerOf, formAgain, readForm } from "../../accounts/forms.ts";
import { goTo } from "../../accounts/go-to.ts";
import { knownVisitor } from "../../accounts/known-visitor.ts";
import { showForeignPhotos } from "../../accounts/private-pages.ts";
import { useSite } from "../../site.ts";
import { visitContext } from "../../visit.ts";
import type { Route } from "./+types/profile.ts";

export const middleware: Route.MiddlewareFunction[] = [showForeignPhotos];

export async function loader({ context }: Route.LoaderArgs) {
  const { name, photoUrl } = (await knownVisitor(context.get(visitContext))).person;
  return { name, photoUrl };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const outcome = await attempt(visit, () => visit.portal.accounts.changeProfile(callerOf(request, visit), form));
  return outcome.ok ? goTo("/account", { cookies: outcome.cookies, notice: "saved" }) : formAgain(form, outcome);
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
        <SubmitButton label={m.save()} />
      </AccountForm>
    </AccountPage>
  );
}
