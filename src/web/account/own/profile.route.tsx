import { m } from "#i18n/compiled/messages.js";
import { Avatar } from "#design/avatar.tsx";
import { Button } from "#design/form/button.tsx";
import { AccountForm, shownAccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";
import { NameField, PhotoField } from "../form/person-fields.tsx";
import { readStep, takeStep, redirectAfterStep } from "../server/account-step.server.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { ownPhoto } from "../server/own-photo.server.ts";
import { pages } from "../../pages.ts";
import type { Route } from "./+types/profile.route.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const known = await signedInVisit(context);
  const { name, photoUrl } = known.person;
  return { name, photoUrl, photo: await ownPhoto(known) };
}

export async function action(args: Route.ActionArgs) {
  const { visit, accounts, form } = await readStep(args);
  return takeStep(visit, form, accounts.changeProfile, redirectAfterStep(pages.account.path, "saved"));
}

export default function Profile({ loaderData: { name, photoUrl, photo }, actionData }: Route.ComponentProps) {
  const filled = { name, photoURL: photoUrl };
  const { problems, field } = shownAccountForm(actionData, ["name", "photoURL"], { filled });
  return (
    <AccountPage isBelowAccount title={m.profile()} text={m.profile_text()}>
      <div className="flex items-center gap-4">
        <Avatar name={name} photo={photo} />
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
