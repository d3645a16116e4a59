import type { ProviderInSettings } from "#core/settings/sign-in.ts";
import { m } from "#i18n/compiled/messages.js";
import { writtenCount } from "#i18n/written.ts";
import {
  allowPasswords,
  moveFirst,
  readSignIn,
  removeProvider,
  saveProvider,
  testProvider,
} from "#operations/settings/change-sign-in.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { expectedVersion } from "../../frame/read-form.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readAgainIfStale } from "../frame/read-again-if-stale.ts";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import type { ShownPageDraft } from "../page-draft/page-draft.tsx";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { BackToSettings } from "./back-to-settings.tsx";
import { ProviderForm } from "./provider-form.tsx";
import type { Route } from "./+types/sign-in.route.ts";

const page = pages.signIn.path;

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ portal, actor }) => {
    const read = await readSignIn(portal, actor);
    const drafts = ["new", ...read.providers.map(({ id }) => id)].map(async (id) => {
      const draft = await shownPageDraft(portal, actor, `provider:${id}`);
      return [id, draft] as const;
    });
    return {
      ...read,
      drafts: Object.fromEntries(await Promise.all(drafts)),
      callback: `${portal.publicOrigin}/api/auth/callback/`,
    };
  });

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    async ({ portal, actor, form }) => {
      const target = { id: form["id"], expectedVersion: expectedVersion(form) };
      const does = form["do"] ?? "";
      if (does === "test") {
        await testProvider(portal, actor, target);
        return redirectInApp(page, "provider-answers");
      }
      if (does === "first") await moveFirst(portal, actor, target);
      else if (does === "remove") await removeProvider(portal, actor, target);
      else if (does.startsWith("passwords")) {
        await allowPasswords(portal, actor, { ...target, isOn: does === "passwords-on" });
      } else await saveProvider(portal, actor, target, form);
      return redirectInApp(page, "settings-saved");
    },
    () => redirectInApp(page, "not-found"),
  );

export const shouldRevalidate = readAgainIfStale;

export default function SignInSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { providers, localAdmin, nextId, callback, version, drafts } = loaderData;
  return (
    <FormPage title={m.sign_in_title()} answer={actionData}>
      {(sent) => (
        <div className="grid max-w-xl grid-cols-1 gap-6">
          <BackToSettings />
          <p className="text-quiet">{m.sign_in_text()}</p>
          {providers.map((provider, at) => (
            <ShownProvider
              key={`${provider.id} ${version}`}
              {...{ provider, isFirst: at === 0, callback, version }}
              draft={drafts[provider.id]}
              sent={sent?.values["id"] === provider.id ? sent : undefined}
            />
          ))}
          <FormPart id="new-provider" title={m.sign_in_new()} className="grid-cols-1 gap-5">
            <ProviderForm
              key={`${version} ${ofNew(sent)?.at}`}
              version={version}
              callback={callback + nextId}
              draft={drafts["new"]}
              sent={ofNew(sent)}
            />
          </FormPart>
          {providers.length > 0 && (
            <Passwords
              localAdmin={localAdmin}
              version={version}
              sent={sent?.values["do"]?.startsWith("passwords") ? sent : undefined}
            />
          )}
        </div>
      )}
    </FormPage>
  );
}

const ofNew = (sent: FormResult | undefined) =>
  sent && sent.values["issuer"] !== undefined && !sent.values["id"] ? sent : undefined;

type ShownProviderProps = {
  provider: ProviderInSettings;
  isFirst: boolean;
  callback: string;
  version: number;
  draft: ShownPageDraft | undefined;
  sent: FormResult | undefined;
};

function ShownProvider({ provider, isFirst, callback, version, draft, sent }: ShownProviderProps) {
  const { id, name, issuer, people, isSeen } = provider;
  const isChanged = sent?.values["issuer"] === undefined ? undefined : sent;
  const { problem, problems } = shownForm(isChanged ? undefined : sent, ["issuer"]);
  const why = problem ?? problems.get("issuer");
  return (
    <FormPart id={`provider-${id}`} title={name} className="grid-cols-1 gap-4">
      <p className="wrap-anywhere text-quiet">{issuer}</p>
      <p>
        {m.sign_in_people({ written: writtenCount(people) })} · {isSeen ? m.sign_in_seen() : m.sign_in_unseen()}
      </p>
      {why && <Alarm>{why}</Alarm>}
      <div className="flex flex-wrap gap-3">
        <OneButton fields={{ do: "test", id }} label={m.sign_in_test()} of={name} />
        {!isFirst && (
          <OneButton fields={{ do: "first", id, version: String(version) }} label={m.sign_in_first()} of={name} />
        )}
      </div>
      <details open={isChanged !== undefined}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          {m.sign_in_change()}
          <span className="sr-only"> {name}</span>
        </summary>
        <ProviderForm
          key={isChanged?.at}
          provider={provider}
          version={version}
          callback={callback + id}
          draft={draft}
          sent={isChanged}
        />
      </details>
      <ConfirmBelow label={m.sign_in_remove()} of={name} className={buttonClass({ variant: "danger", size: "small" })}>
        {m.sign_in_remove_text()}
        <OneButton
          fields={{ do: "remove", id, version: String(version) }}
          label={m.sign_in_remove_yes()}
          of={name}
          variant="danger"
        />
      </ConfirmBelow>
    </FormPart>
  );
}

type PasswordsProps = { localAdmin: string; version: number; sent: FormResult | undefined };

function Passwords({ localAdmin, version, sent }: PasswordsProps) {
  const { problem } = shownForm(sent, []);
  const isOff = localAdmin !== "";
  return (
    <FormPart id="passwords" title={m.sign_in_only()} className="grid-cols-1 gap-4">
      <p>{isOff ? m.sign_in_only_is({ name: localAdmin }) : m.sign_in_only_text()}</p>
      {problem && <Alarm>{problem}</Alarm>}
      <OneButton
        fields={{ do: isOff ? "passwords-on" : "passwords-off", version: String(version) }}
        label={isOff ? m.sign_in_only_end() : m.sign_in_only_yes()}
        of=""
        variant={isOff ? "secondary" : "danger"}
      />
    </FormPart>
  );
}

type OneButtonProps = {
  fields: Record<string, string>;
  label: string;
  of: string;
  variant?: "secondary" | "danger";
};

const OneButton = ({ fields, label, of, variant = "secondary" }: OneButtonProps) => (
  <SendForm action={page} hidden={fields}>
    <Button variant={variant} size="small">
      {label}
      <span className="sr-only"> {of}</span>
    </Button>
  </SendForm>
);
