import type { ReactNode } from "react";
import { fewCodes } from "#core/accounts/accounts.ts";
import { withoutJoiners } from "#core/unseen-characters.ts";
import { messageCount } from "#i18n/written.ts";
import type { FormResult } from "#design/form/form-result.ts";
import { m } from "#i18n/compiled/messages.js";
import { AccountForm, shownAccountForm } from "../form/account-form.tsx";
import { ConfirmBelow } from "#design/form/confirm.tsx";
import { FormPart } from "#design/form/form-parts.tsx";
import { OwnerPassword, CodeField } from "../form/person-fields.tsx";
import { Button, buttonClass } from "#design/form/button.tsx";
import { AccountPage } from "../form/account-page.tsx";
import { useSite } from "../../frame/site/site-facts.ts";
import { pages } from "../../pages.ts";
import { QrCode } from "#design/qr-code.tsx";

type TotpFormsProps = { email: string; hasPassword: boolean; sent: FormResult | undefined };

export const TotpBegin = ({ hasPassword, ...form }: TotpFormsProps) => (
  <FormPart title={m.totp_begin_title()}>
    {hasPassword && <p>{m.totp_begin_text()}</p>}
    <StepForm {...form} hasPassword={hasPassword} step="begin" label={m.go_on()} variant="primary">
      <Button variant="secondary" name="step" value="codes">
        {m.recovery_instead()}
      </Button>
    </StepForm>
  </FormPart>
);

type TotpManageProps = TotpFormsProps & { hasApp: boolean; left: number; from: string };

export const TotpManage = ({ hasApp, left, from, ...form }: TotpManageProps) => (
  <>
    <p className="font-semibold">
      {m.second_step_on()} · {m.recovery_left(messageCount(left))}
    </p>
    {left < fewCodes && <p className="border-s-4 border-alarm ps-4">{m.recovery_few()}</p>}
    {from && <a href={from}>{m.go_on()}</a>}
    {!hasApp && (
      <FormPart title={m.totp_add_title()}>
        <StepForm {...form} step="begin" label={m.totp_add_title()} variant="primary" />
      </FormPart>
    )}
    <FormPart title={m.recovery_new()}>
      <p>{m.recovery_new_text()}</p>
      <StepForm {...form} step="codes" label={m.recovery_make()} variant="danger" />
    </FormPart>
    <FormPart title={m.totp_remove()}>
      <p>{m.totp_remove_text()}</p>
      <StepForm {...form} step="remove" label={m.totp_remove_button()} variant="danger" />
    </FormPart>
  </>
);

type StepFormProps = TotpFormsProps & {
  step: string;
  label: string;
  variant: "primary" | "danger";
  /** More buttons. A form with more is the only one of its page. */
  children?: ReactNode;
};

/** The password field makes the user confirm a removal. An account without a password gets a question instead. */
function StepForm({ email, hasPassword, sent, step, label, variant, children }: StepFormProps) {
  const isMeant = children !== undefined || sent?.values["step"] === step;
  const form = (
    <AccountForm action={pages.secondStep.path}>
      <input type="hidden" name="email" value={email} autoComplete="username" />
      <OwnerPassword id={`password-${step}`} hasPassword={hasPassword} sent={isMeant ? sent : undefined} />
      <Button variant={variant} name="step" value={step}>
        {label}
      </Button>
      {children}
    </AccountForm>
  );
  if (hasPassword || variant === "primary") return form;
  return (
    <ConfirmBelow label={label} of="" isOpen={isMeant} className="link-button text-alarm">
      {m.are_you_sure()}
      {form}
    </ConfirmBelow>
  );
}

type TotpAddProps = { uri: string; secret: string; sent: FormResult | undefined };

/** Shows the secret as a QR code, as a link that opens the app on a phone, and as text. Asks for the first code. */
export function TotpAdd({ uri, secret, sent }: TotpAddProps) {
  const { field } = shownAccountForm(sent, ["code"]);
  return (
    <AccountPage title={m.totp_add_title()} text={m.totp_add_text()}>
      <div className="grid gap-3">
        <QrCode text={uri} describedAs={m.totp_picture()} />
        <a href={uri} className="inline-flex min-h-11 items-center justify-self-start sm:hidden">
          {m.totp_open_in_app()}
        </a>
        <p>
          {m.totp_secret()}
          {/* Four groups per line. The gaps are not spaces, so the copied secret has none. */}
          <code dir="ltr" className="block max-w-80 pt-1 font-[inherit] font-semibold tracking-wide">
            {inGroups(secret).map((group, at) => (
              <span key={at} className="inline-block w-20">
                {group}
              </span>
            ))}
          </code>
        </p>
      </div>
      <p>{m.totp_confirm_text()}</p>
      <AccountForm action={pages.secondStep.path} hidden={{ step: "confirm", uri, secret }}>
        <CodeField {...field("code")} />
        <Button>{m.totp_confirm()}</Button>
      </AccountForm>
    </AccountPage>
  );
}

const inGroups = (secret: string): readonly string[] => secret.match(/.{1,4}/g) ?? [];

/** Shows the recovery codes once. Printing and saving them as a file needs no further request. */
export function RecoveryCodes({ email, codes, next }: { email: string; codes: readonly string[]; next: string }) {
  const title = m.recovery_file({ email, operator: useSite().operator.name });
  const file = withoutJoiners(`${title}\n\n${codes.join("\n")}\n`);
  return (
    <AccountPage title={m.recovery_title()} text={m.recovery_text()}>
      <div className="sheet grid gap-4 rounded-sm bg-surface p-6 text-ink">
        <p className="text-16">{title}</p>
        <ul className="grid gap-x-8 gap-y-2 font-semibold tracking-wide tabular-nums min-[25rem]:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>
              <code dir="ltr" className="font-[inherit]">
                {code}
              </code>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-3 print:hidden">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="recovery-codes.txt"
          className={buttonClass({ variant: "secondary" })}
        >
          {m.recovery_download()}
        </a>
        <Button type="button" variant="secondary" data-print="" className="hidden scripted:inline-flex">
          {m.recovery_print()}
        </Button>
      </div>
      <a href={next} className={`${buttonClass({})} print:hidden`}>
        {m.recovery_done()}
      </a>
    </AccountPage>
  );
}
