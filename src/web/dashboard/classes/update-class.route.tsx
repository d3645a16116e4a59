import { href } from "react-router";
import { m } from "#i18n/compiled/messages.js";
import { KeepFormOnFailure, keepFormOnFailure } from "#design/form/keep-form-on-failure.tsx";
import { updateClass } from "#operations/classes/manage-class.ts";
import { readClass } from "#operations/classes/offered-classes.ts";
import { signedInVisit } from "../../account/server/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { expectedVersion, readForm } from "../../frame/read-form.server.ts";
import { submitForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { redirectInApp } from "../frame/redirect-in-app.server.ts";
import type { Route } from "./+types/update-class.route.ts";
import { ClassForm } from "./class-form.tsx";
import { classTyped, currencyChoices, fieldsOf } from "./class-fields.server.ts";

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const one = await orErrorPage(visit, () => readClass(portal, actor, id));
  return { filled: fieldsOf(one), version: String(one.version), currencies: currencyChoices(one.currency) };
}

export async function action({ request, url, context, params: { id } }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const form = await readForm(request);
  return submitForm(visit, { values: form, here: url.pathname }, async () => {
    await updateClass(portal, actor, { id, expectedVersion: expectedVersion(form) }, classTyped(form));
    return redirectInApp(href(pages.classRoll.path, { id }), "class-saved", id);
  });
}

export const clientAction = (sent: Route.ClientActionArgs) => keepFormOnFailure(sent);

export default function UpdateClass({ loaderData, actionData, params }: Route.ComponentProps) {
  const paths = { action: href(pages.updateClass.path, params), back: href(pages.classRoll.path, params) };
  return (
    <KeepFormOnFailure answer={actionData}>
      {(sent) => <ClassForm {...loaderData} {...paths} sent={sent} title={m.class_edit()} />}
    </KeepFormOnFailure>
  );
}
