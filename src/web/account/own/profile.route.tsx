import { m } from "#i18n/compiled/messages.js";
import { Avatar } from "#design/avatar.tsx";
import { Button } from "#design/form/button.tsx";
import { AccountForm, shownAccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";
import { NameField, PhotoField } from "../form/person-fields.tsx";
import { readStep, takeStep, redirectAfterStep } from "../server/account-step.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { showForeignPhotos } from "../server/private-pages.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/profile.route.ts";

export const middleware: Route.MiddlewareFunction[] = [showForeignPhotos];

export async function loader({ context }: Route.LoaderArgs) {
  const { name, photoUrl } = (await signedInVisit(context)).person;
  return { name, photoUrl };
}

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  return takeStep(visit, form, accounts.changeProfile, redirectAfterStep(pages.account.path, "saved"));
}

export default function Profile({ loaderData: { name, photoUrl }, actionData }: Route.ComponentProps) {
  const filled = { name, photoURL: photoUrl };
  const { problems, field } = shownAccountForm(actionData, ["name", "photoURL"], { filled });
  return (
    <AccountPage isBelowAccount title={m.profile()} text={m.profile_text()}>
      <div className="flex items-center gap-4">
        <Avatar name={name} photoUrl={photoUrl} />
        <p className="text-16 text-quiet">{m.photo_shown_from()}</p>
      </div>
      <AccountForm action={pages.profile.path} problems={problems}>
        <NameField {...field("name")} />
        <PhotoField {...field("photoURL")} isRequired={false} />
        <Button>{m.save()}</Button>
      </AccountForm>
    </AccountPage>
  );
}
