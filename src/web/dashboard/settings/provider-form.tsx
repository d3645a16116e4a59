import type { ProviderInSettings } from "#core/settings/sign-in.ts";
import { m } from "#i18n/compiled/messages.js";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { SendForm } from "#design/form/send-form.tsx";
import { PasswordField } from "../../account/form/person-fields.tsx";
import { pages } from "../../pages.ts";
import { PageDraft, type ShownPageDraft } from "../page-draft/page-draft.tsx";

type ProviderFormProps = {
  /** Absent for a new one. */
  provider?: ProviderInSettings;
  /** The address here to which the provider redirects. */
  callback: string;
  version: number;
  draft: ShownPageDraft | undefined;
  sent: FormResult | undefined;
};

const names = ["name", "issuer", "clientId", "clientSecret", "scopes", "claim", "roles"] as const;

/** Adds a provider, or changes one. Another issuer would be another provider. */
export function ProviderForm({ provider, callback, version, draft, sent }: ProviderFormProps) {
  const filled = { ...pick(provider), clientSecret: "" };
  const { field: fieldOf, problem } = shownForm(sent, names, { filled, own });
  // Several of these forms are on one page.
  const field = (name: (typeof names)[number]) => ({
    ...fieldOf(name),
    id: `${name}-${provider?.id ?? "new"}`,
    ...plain,
  });
  return (
    <SendForm
      action={pages.signIn.path}
      className="grid gap-5"
      problem={problem}
      hidden={{ version: String(version), ...(provider && { id: provider.id }) }}
    >
      {draft && <PageDraft {...draft} cameBack={sent !== undefined} />}
      <Field {...field("name")} label={m.sign_in_name()} hint={m.sign_in_name_hint()} maxLength={40} />
      <Field
        {...field("issuer")}
        type="url"
        label={m.sign_in_issuer()}
        hint={m.sign_in_issuer_hint()}
        readOnly={provider !== undefined}
      />
      <p className="grid gap-1">
        <span className="font-semibold">{m.sign_in_callback()}</span>
        <code className="wrap-anywhere">{callback}</code>
      </p>
      <Field {...field("clientId")} label={m.sign_in_client()} maxLength={300} />
      <PasswordField
        {...field("clientSecret")}
        label={m.sign_in_secret()}
        hint={provider ? m.sign_in_secret_kept() : m.sign_in_secret_hint()}
        autoComplete="new-password"
        required={false}
      />
      <Field {...field("claim")} label={m.sign_in_claim()} hint={m.sign_in_claim_hint()} required={false} />
      <Field {...field("roles")} rows={3} label={m.sign_in_roles()} hint={m.sign_in_roles_hint()} required={false} />
      <Field {...field("scopes")} label={m.sign_in_scopes()} hint={m.sign_in_scopes_hint()} required={false} />
      <Button className="justify-self-start">{provider ? m.sign_in_save() : m.sign_in_add()}</Button>
    </SendForm>
  );
}

const pick = (provider: ProviderInSettings | undefined) =>
  Object.fromEntries(names.map((name) => [name, name === "clientSecret" ? "" : (provider?.[name] ?? "")]));

const own = { stale: m.settings_stale };
const plain = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;
