import { m } from "#i18n/compiled/messages.js";
import { answerMailsLink, readMailsLink } from "#operations/holders/holder-mails.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { Button } from "#design/form/button.tsx";
import { HiddenFields } from "#design/form/form-parts.tsx";
import { shownForm } from "#design/form/form-result.ts";
import { AccountPage, LinkEnded } from "../account/form/account-page.tsx";
import { openedToken, openMailedLink, postedToken } from "../account/server/mailed-link.server.ts";
import { keepPrivate } from "../account/server/private-pages.server.ts";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { readForm } from "../frame/read-form.server.ts";
import { useSite } from "../frame/site/site-facts.ts";
import { unsubmittedForm, submitForm } from "../frame/submit-form.server.ts";
import { visitContext } from "../frame/visit.server.ts";
import { pages } from "../pages.ts";
import type { Route } from "./+types/holder-mails.route.ts";

export const middleware: Route.MiddlewareFunction[] = [keepPrivate, openMailedLink];

/** Only reads: mail scanners open links too, so opening a link must change nothing. */
export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  const token = openedToken(visit);
  const mail = await orErrorPage(visit, () => readMailsLink(visit.portal, token));
  return { token, mail: mail && { address: mail.address, isConfirmed: mail.isConfirmed } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const { token = postedToken(request), done = "" } = form;
  if (form["language"] !== undefined) return unsubmittedForm(visit, { done });
  return submitForm(visit, { values: {} }, async () => {
    // The unsubscribe button of a mail program sends no `do` (RFC 8058), so everything but `confirm` stops the mails.
    const stops = form["do"] !== "confirm";
    await answerMailsLink(visit.portal, token, stops ? "stop" : "confirm");
    return unsubmittedForm(visit, { done: stops ? "stopped" : "" });
  });
}

const mailsForm = "mails-form";
export const handle = { typedForm: mailsForm };

export default function HolderMails({ loaderData: { token, mail }, actionData }: Route.ComponentProps) {
  const { operator } = useSite();
  const { problem } = shownForm(actionData, []);
  const isStopped = actionData?.values["done"] === "stopped";
  const form = (
    <form id={mailsForm} method="post" action={pages.holderMails.path} className="grid justify-items-start gap-3">
      <HiddenFields fields={{ token, done: isStopped ? "stopped" : "" }} />
      {mail && !mail.isConfirmed && (
        <Button size="large" name="do" value="confirm">
          {m.holder_mails_confirm()}
        </Button>
      )}
      {mail && (
        <Button variant="secondary" name="do" value="stop">
          {m.holder_mails_stop()}
        </Button>
      )}
    </form>
  );
  if (!mail && !isStopped) return <LinkEnded isForgotten={!actionData && token === ""}>{form}</LinkEnded>;
  return (
    <AccountPage title={m.holder_mails_title()}>
      {problem && <Alarm>{problem}</Alarm>}
      <p role="status" className="wrap-anywhere">
        {textOf(mail, operator.name)}
      </p>
      {form}
    </AccountPage>
  );
}

function textOf(mail: Route.ComponentProps["loaderData"]["mail"], operator: string): string {
  if (!mail) return m.holder_mails_stopped();
  const { address: email } = mail;
  return mail.isConfirmed ? m.holder_mails_on({ email }) : m.holder_mails_question({ operator, email });
}
