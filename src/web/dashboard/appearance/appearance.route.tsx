import { shownLogo, type Logo, type ShownLogo } from "#core/settings/logo.ts";
import type { Actor } from "#core/accounts/actor.ts";
import { m } from "#i18n/compiled/messages.js";
import type { Portal } from "#operations/portal/portal.ts";
import { changeSettings } from "#operations/settings/change-settings.ts";
import { versionedSettings } from "#operations/portal/current-settings.ts";
import { readLogo } from "#operations/settings/read-logo.ts";
import { Button } from "#design/form/button.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import { orErrorPage } from "../../frame/or-error-page.server.ts";
import { expectedVersion, fieldsIn, firstValues, isMultipart } from "../../frame/read-form.server.ts";
import { unsubmittedForm, submitForm } from "../../frame/submit-form.server.ts";
import { OperatorLogo } from "../../frame/site/appearance.tsx";
import type { Visit } from "../../frame/visit.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readAgainIfStale } from "../frame/read-again-if-stale.ts";
import { readPage } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { BackToSettings } from "../settings/back-to-settings.tsx";
import { AccentForm, accentIn } from "./accent-form.tsx";
import type { Route } from "./+types/appearance.route.ts";

const page = pages.appearance.path;

export const loader = (args: Route.LoaderArgs) =>
  readPage(args, async ({ portal }) => {
    const { settings, version } = await versionedSettings(portal);
    const { logo, accent, operator } = settings;
    return { logo: shownLogo(logo), accent, operatorName: operator.name, version };
  });

/** Handles the forms for logo and colour. A new logo is sent as a file, everything else as fields. */
export async function action({ request, context }: Route.ActionArgs) {
  const { visit, portal, actor } = await signedInVisit(context);
  const { form, sentLogo } = await orErrorPage(visit, () => readSent(visit, portal, actor, request));
  const values = { ...form, accent: accentIn(form) };
  return submitForm(visit, { values, here: page }, async () => {
    if (form["do"] === "preview") return unsubmittedForm(visit, values);
    const change = form["do"] === "accent" ? { accent: values.accent } : { logo: (await sentLogo?.()) ?? null };
    const { modified } = await changeSettings(portal, actor, { change, expectedVersion: expectedVersion(form) });
    return redirectInApp(page, modified === 1 ? "look-saved" : "settings-kept");
  });
}

async function readSent(visit: Visit, portal: Portal, actor: Actor, request: Request) {
  if (!isMultipart(request)) return { form: firstValues(await fieldsIn(request)) };
  const { fields, files } = await visit.readUploads<Logo>(request, {
    takes: (field) => field === "logo",
    skipsNameless: false,
    receive: (bytes) => readLogo(portal, actor, bytes),
    discard: async () => undefined,
  });
  const outcome = files[0]?.outcome;
  const sentLogo = async () => {
    if (outcome && "failed" in outcome) throw outcome.failed;
    return outcome?.done ?? null;
  };
  return { form: firstValues(fields), sentLogo };
}

export const shouldRevalidate = readAgainIfStale;

export default function Appearance({ loaderData, actionData }: Route.ComponentProps) {
  const { logo, accent, operatorName, version } = loaderData;
  return (
    <FormPage title={m.look_title()} answer={actionData}>
      {(sent) => (
        <div className="grid max-w-xl grid-cols-1 gap-8">
          <BackToSettings />
          <div className="grid gap-2">
            <p>{m.look_text()}</p>
            <p className="border-s-4 border-line-strong ps-4">{m.look_not_allowed()}</p>
          </div>
          <FormPart title={m.look_logo()}>
            <LogoForm {...{ logo, operatorName, version }} sent={isAbout(sent, "logo")} />
          </FormPart>
          <FormPart title={m.look_accent()}>
            <AccentForm
              key={`${version} ${isAbout(sent, "accent")?.at}`}
              {...{ accent, version }}
              sent={isAbout(sent, "accent")}
            />
          </FormPart>
        </div>
      )}
    </FormPage>
  );
}

/** The form result, if it is for the form of this part. */
const isAbout = (sent: FormResult | undefined, part: "logo" | "accent") =>
  (sent?.values["do"] === "logo") === (part === "logo") ? sent : undefined;

type LogoFormProps = {
  logo: ShownLogo | null;
  operatorName: string;
  version: number;
  sent: FormResult | undefined;
};

function LogoForm({ logo, operatorName, version, sent }: LogoFormProps) {
  const { field, problem } = shownForm(sent, ["logo"], { own: { stale: m.settings_stale } });
  const wrong = field("logo").problem ?? problem;
  return (
    <>
      {logo && (
        <SendForm
          action={page}
          className="flex flex-wrap items-center gap-x-6 gap-y-3"
          hidden={{ do: "remove", version: String(version) }}
        >
          <OperatorLogo logo={logo} operatorName={operatorName || m.look_logo()} />
          <Button variant="secondary">{m.look_logo_remove()}</Button>
        </SendForm>
      )}
      <SendForm
        action={page}
        encType="multipart/form-data"
        className="grid gap-4"
        hidden={{ do: "logo", version: String(version) }}
      >
        <div className="grid gap-1">
          <label htmlFor="logo" className="font-semibold">
            {logo ? m.look_logo_other() : m.look_logo_file()}
          </label>
          <input
            key={sent?.at}
            type="file"
            id="logo"
            name="logo"
            accept="image/png,image/jpeg,image/webp"
            aria-describedby="logo-note"
            aria-invalid={wrong ? true : undefined}
            autoFocus={Boolean(wrong)}
            className="min-h-11 w-full min-w-0 py-1 text-16 file:me-3 file:min-h-9 file:cursor-pointer file:rounded-sm file:border file:border-line-strong file:bg-transparent file:px-3 file:text-inherit file:[font:inherit]"
          />
          <p
            id="logo-note"
            role={wrong ? "alert" : undefined}
            className={wrong ? "font-semibold text-alarm" : "text-16 text-quiet"}
          >
            {wrong ?? m.look_logo_hint()}
          </p>
        </div>
        <Button className="justify-self-start">{m.look_logo_save()}</Button>
      </SendForm>
    </>
  );
}
