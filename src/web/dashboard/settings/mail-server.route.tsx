import { useEffect, useRef } from "react";
import type { MailFailure } from "#core/mail.ts";
import { encryptions } from "#core/settings/mail-server.ts";
import { m } from "#i18n/compiled/messages.js";
import {
  confirmMailServer,
  readMailServer,
  removeMailServer,
  sendTestMail,
  type ShownMailServer,
  type TestMail,
  tryMailServer,
} from "#operations/settings/change-mail-server.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { Choices } from "#design/form/choices.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { Field } from "#design/form/field.tsx";
import { FormPart, HiddenFields } from "#design/form/form-parts.tsx";
import { type FormResult, type FormValues, shownForm } from "#design/form/form-result.ts";
import { Fact, Facts } from "#design/page/facts.tsx";
import { SendForm } from "#design/form/send-form.tsx";
import { PasswordField } from "../../account/form/person-fields.tsx";
import { expectedVersion } from "../../frame/read-form.server.ts";
import { unsubmittedForm } from "../../frame/submit-form.server.ts";
import { pages } from "../../pages.ts";
import { FormPage } from "../frame/form-page.tsx";
import { readAgainIfStale } from "../frame/read-again-if-stale.ts";
import { readPageWithRecentProof } from "../frame/read-page.server.ts";
import { redirectInApp } from "../../frame/redirect-in-app.server.ts";
import { handleForm } from "../frame/run-action.server.ts";
import { PageDraft, type ShownPageDraft } from "../page-draft/page-draft.tsx";
import { shownPageDraft } from "../page-draft/page-draft.server.ts";
import { BackToSettings } from "./back-to-settings.tsx";
import type { Route } from "./+types/mail-server.route.ts";

const page = pages.mailServer.path;

export const loader = (args: Route.LoaderArgs) =>
  readPageWithRecentProof(args, async ({ portal, actor, person }) => {
    const draft = await shownPageDraft(portal, actor, "settings:mail-server");
    return { ...(await readMailServer(portal, actor)), draft, ownAddress: person.email };
  });

export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ visit, portal, actor, person, form }) => {
    if (form["do"] === "test") return { tested: await sendTestMail(portal, actor, person.email) };
    if (form["do"] === "remove") {
      await removeMailServer(portal, actor, expectedVersion(form));
      return redirectInApp(page, "mail-server-removed");
    }
    if (form["do"] === "confirm") {
      const typed = { code: form["code"] ?? "", expectedVersion: expectedVersion(form) };
      const { modified } = await confirmMailServer(portal, actor, typed);
      return redirectInApp(page, modified === 0 ? "settings-kept" : "mail-server-saved");
    }
    const tested = await tryMailServer(portal, actor, { ...form, port: Number(form["port"]) }, person.email);
    return tested.failure === null
      ? redirectInApp(page, "mail-server-tried")
      : { tested, ...unsubmittedForm(visit, form) };
  });

export const shouldRevalidate = readAgainIfStale;

export default function MailServerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { ofEnvironment, server, tried, version, ownAddress } = loaderData;
  return (
    <FormPage
      title={m.mail_server_title()}
      answer={actionData}
      claims={{ code: tried === null ? [] : ["confirm"], server: ofEnvironment ? [] : [""] }}
      own={own}
    >
      {(answer, of) => {
        const tested = answer && "tested" in answer ? answer.tested : null;
        return (
          <div className="grid max-w-xl grid-cols-1 gap-6">
            <BackToSettings />
            {tested && <TestResult key={tested.code} {...tested} />}
            {tried !== null && <CodeForm host={tried} email={ownAddress} version={version} sent={of("code")} />}
            {ofEnvironment ? (
              <OfEnvironment {...ofEnvironment} />
            ) : (
              <ServerForm key={`${version} ${of("server")?.at}`} {...loaderData} sent={of("server")} />
            )}
            {(ofEnvironment || server) && <TestForm ownAddress={ownAddress} />}
            {!ofEnvironment && server && (
              <section className="border-t border-line pt-5">
                <ConfirmBelow
                  label={m.mail_server_remove()}
                  of=""
                  className={buttonClass({ variant: "danger", size: "small" })}
                >
                  {m.mail_server_remove_text()}
                  <SendForm action={page} hidden={{ do: "remove", version: String(version) }}>
                    <Button variant="danger" size="small">
                      {m.mail_server_remove_yes()}
                    </Button>
                  </SendForm>
                </ConfirmBelow>
              </section>
            )}
          </div>
        );
      }}
    </FormPage>
  );
}

const OfEnvironment = ({ host, from }: { host: string; from: string }) => (
  <>
    <p>{m.mail_server_of_environment()}</p>
    <Facts>
      <Fact term={m.mail_server_host()}>
        <span className="wrap-anywhere">{host}</span>
      </Fact>
      <Fact term={m.mail_server_from()}>
        <span className="wrap-anywhere">{from}</span>
      </Fact>
    </Facts>
  </>
);

type ServerFormProps = {
  server: ShownMailServer | null;
  usualSender: string;
  version: number;
  draft: ShownPageDraft;
  sent: FormResult | undefined;
};

const names = ["host", "port", "encryption", "user", "password", "from"];

function ServerForm({ server, usualSender, version, draft, sent }: ServerFormProps) {
  const { field, problem } = shownForm(sent, names, { filled: filledFrom(server), own, ownFields });
  return (
    <SendForm action={page} className="grid gap-5">
      <p className="text-quiet">{m.mail_server_text()}</p>
      {problem && <Alarm>{problem}</Alarm>}
      <HiddenFields fields={{ version: String(version) }} />
      <PageDraft {...draft} cameBack={sent !== undefined} />
      <Field
        {...field("host")}
        label={m.mail_server_host()}
        hint={m.mail_server_host_hint()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={253}
      />
      <Choices
        name="encryption"
        legend={m.mail_server_encryption()}
        chosen={field("encryption").value}
        choices={encryptions.map((value) => ({ value, ...encryptionWords[value]() }))}
      />
      <Field {...field("port")} label={m.mail_server_port()} inputMode="numeric" autoComplete="off" maxLength={5} />
      <Field
        {...field("user")}
        label={m.mail_server_user()}
        hint={m.mail_server_user_hint()}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={320}
        required={false}
      />
      <PasswordField
        {...field("password")}
        label={m.password()}
        hint={server?.hasPassword ? m.mail_server_password_kept() : m.mail_server_password_hint()}
        autoComplete="new-password"
        required={false}
      />
      <Field
        {...field("from")}
        type="email"
        label={m.mail_server_from()}
        hint={m.mail_server_from_hint({ address: usualSender })}
        autoComplete="off"
        required={false}
      />
      <Button size="large" className="justify-self-start">
        {m.settings_save()}
      </Button>
    </SendForm>
  );
}

type CodeFormProps = { host: string; email: string; version: number; sent: FormResult | undefined };

function CodeForm({ host, email, version, sent }: CodeFormProps) {
  const { field } = shownForm(sent, ["code"], { own, elsewhere: "code" });
  return (
    <FormPart id="code" title={m.mail_server_type_title()} className="gap-3">
      <p>{m.mail_server_type_text({ host, email })}</p>
      <SendForm action={page} className="grid gap-3" hidden={{ do: "confirm", version: String(version) }}>
        <Field {...field("code")} label={m.mail_server_code()} inputMode="numeric" autoComplete="off" maxLength={12} />
        <Button className="justify-self-start">{m.mail_server_code_send()}</Button>
      </SendForm>
    </FormPart>
  );
}

const filledFrom = (server: ShownMailServer | null): FormValues => ({
  host: server?.host ?? "",
  port: String(server?.port ?? 587),
  encryption: server?.encryption ?? "starttls",
  user: server?.user ?? "",
  from: server?.from ?? "",
});

const own = { stale: m.settings_stale };
const ownFields = { port: { "whole-number": m.mail_server_port_number }, host: { required: m.host_format } };

const encryptionWords = {
  starttls: () => ({ label: m.mail_server_starttls(), hint: m.mail_server_starttls_hint() }),
  tls: () => ({ label: m.mail_server_tls(), hint: m.mail_server_tls_hint() }),
};

const TestForm = ({ ownAddress }: { ownAddress: string }) => (
  <FormPart id="test" title={m.mail_server_test()} className="gap-3">
    <SendForm action={page} className="grid gap-2" hidden={{ do: "test" }}>
      <Button variant="secondary" className="justify-self-start">
        {m.mail_server_test_send()}
      </Button>
      <p className="text-quiet">{m.mail_server_test_text({ email: ownAddress })}</p>
    </SendForm>
  </FormPart>
);

function TestResult({ to, failure, code }: TestMail) {
  const result = useRef<HTMLDivElement>(null);
  useEffect(() => result.current?.focus(), []);
  return (
    <div
      ref={result}
      role={failure ? "alert" : "status"}
      tabIndex={-1}
      data-test-mail={failure ?? "taken"}
      className={`grid gap-1 border-s-4 ps-4 ${failure ? "border-alarm" : "border-line-strong"}`}
    >
      <p className={`font-semibold ${failure ? "text-alarm" : ""}`}>
        {failure ? failureWords[failure]() : m.mail_server_test_taken({ email: to })}
      </p>
      {code && (
        <p className="text-16 text-quiet">
          {m.mail_server_test_code()} <span lang="en">{code}</span>
        </p>
      )}
    </div>
  );
}

const failureWords = {
  name: m.mail_failure_name,
  address: m.mail_failure_address,
  refused: m.mail_failure_refused,
  silent: m.mail_failure_silent,
  certificate: m.mail_failure_certificate,
  encryption: m.mail_failure_encryption,
  login: m.mail_failure_login,
  sender: m.mail_failure_sender,
  recipient: m.mail_failure_recipient,
  other: m.mail_failure_other,
} satisfies Record<MailFailure, () => string>;
