import { m } from "#i18n/compiled/messages.js";
import { AccountForm } from "../form/account-form.tsx";
import { AccountPage } from "../form/account-page.tsx";
import { CodeField } from "../form/code-field.tsx";
import type { FormState } from "../form/form-state.ts";
import { shownForm } from "../form/problem-words.ts";
import { QrCode } from "./qr-code.tsx";
import { Button } from "#design/form/button.tsx";

type TotpScanProps = { page: string; operatorName: string; uri: string; secret: string; state: FormState };

/** The secret as a picture, as a link for the phone in the hand, and in letters; then the first code. */
export function TotpScan({ page, operatorName, uri, secret, state }: TotpScanProps) {
  const { field } = shownForm(state, ["code"], "code");
  return (
    <AccountPage title={m.totp_scan_title()} operatorName={operatorName} text={m.totp_scan_text()}>
      <div className="grid gap-3">
        <QrCode text={uri} describedAs={m.totp_picture()} />
        <a href={uri} className="inline-flex min-h-11 items-center justify-self-start sm:hidden">
          {m.totp_open_in_app()}
        </a>
        <p>
          {m.totp_secret()}
          {/* Four groups a line, without spaces in what is copied. */}
          <code className="block max-w-80 pt-1 font-[inherit] font-semibold tracking-wide">
            {inGroups(secret).map((group, at) => (
              <span key={at} className="inline-block w-20">
                {group}
              </span>
            ))}
          </code>
        </p>
      </div>
      <p>{m.totp_confirm_text()}</p>
      <AccountForm action={page} hidden={{ step: "confirm", uri, secret }}>
        <CodeField {...field("code")} />
        <Button>{m.totp_confirm()}</Button>
      </AccountForm>
    </AccountPage>
  );
}

const inGroups = (secret: string): readonly string[] => secret.match(/.{1,4}/g) ?? [];
