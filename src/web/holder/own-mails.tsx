import { m } from "#i18n/compiled/messages.js";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { Field } from "#design/form/field.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { pages } from "../pages.ts";
import { FoldedSection } from "./folded-section.tsx";

export type OwnMail = { state: "off" | "asked" | "on"; address: string };

export const OwnMails = ({ mail, result }: { mail: OwnMail; result: FormResult | undefined }) => (
  <FoldedSection id="mails" title={m.holder_mails_title()} isOpen={mail.state !== "off" || result !== undefined}>
    <p>{m.holder_mails_text()}</p>
    {mail.state === "off" ? (
      <AskForm result={result} />
    ) : (
      <form method="post" action={pages.myRecord.path} className="grid justify-items-start gap-3">
        <p role="status" className="wrap-anywhere">
          {mail.state === "on"
            ? m.holder_mails_on({ email: mail.address })
            : m.holder_mails_asked({ email: mail.address })}
        </p>
        <Button variant="secondary" size="small" name="do" value="no-mails">
          {m.holder_mails_stop()}
        </Button>
      </form>
    )}
  </FoldedSection>
);

function AskForm({ result }: { result: FormResult | undefined }) {
  const { field, problem } = shownForm(result, ["email"]);
  return (
    <form method="post" action={pages.myRecord.path} noValidate className="grid max-w-md gap-4">
      {problem && <Alarm takesFocus>{problem}</Alarm>}
      <Field {...field("email")} type="email" label={m.email()} autoComplete="email" missing={m.email_required()} />
      <div>
        <Button variant="secondary" name="do" value="mails">
          {m.holder_mails_ask()}
        </Button>
      </div>
    </form>
  );
}
