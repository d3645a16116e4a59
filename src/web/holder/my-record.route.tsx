import { m } from "#i18n/compiled/messages.js";
import { accountsScript } from "virtual:accounts-script";
import { shareFields } from "#core/holders/share-codes.ts";
import { joinedHolders } from "#operations/holders/holder-account.ts";
import { holdersOnDevice, readHolderPage } from "#operations/holders/holder-page.ts";
import { ownReports } from "#operations/holders/holder-reports.ts";
import { ownShareCodes } from "#operations/holders/share-codes.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { type FormResult, shownForm } from "#design/form/form-result.ts";
import { keepPrivate } from "../account/server/private-pages.server.ts";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { readForm } from "../frame/read-form.server.ts";
import { useSite } from "../frame/site/site-facts.ts";
import { unsubmittedForm, submitForm } from "../frame/submit-form.server.ts";
import { visitContext } from "../frame/visit.server.ts";
import type { Route } from "./+types/my-record.route.ts";
import { devicesIn, openedIn } from "./holder-cookies.server.ts";
import { AccountForm, CardForm, cardForm, PasskeyForm, PinForm } from "./holder-forms.tsx";
import { answerOwnForm } from "./own-actions.server.ts";
import { OwnRecord } from "./own-record.tsx";

export const middleware: Route.MiddlewareFunction[] = [keepPrivate];

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  return orErrorPage(visit, async () => {
    const opened = openedIn(visit);
    const own = opened && (await readHolderPage(visit.portal, opened));
    const { officialPlaces } = await visit.settings();
    const person = (await visit.signedIn())?.person ?? null;
    if (own) {
      const { portal } = visit;
      const [reports, shared] = await Promise.all([ownReports(portal, own.id), ownShareCodes(portal, opened)]);
      const ownAccount = person?.role === "student" ? person.email : null;
      return {
        own: { ...own, ownAccount, reports, shared, now: portal.now() },
        joined: [],
        holders: [],
        officialPlaces,
      };
    }
    const joined = await joinedHolders(visit.portal, person);
    const onDevice = await holdersOnDevice(visit.portal, devicesIn(visit));
    const holders = onDevice.filter(({ id }) => !joined.some((one) => one.id === id));
    return { own: null, joined, holders, officialPlaces };
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const form = await readForm(request);
  const { do: does = "", card = "", fact = "", id = "", kind = "", message = "", email = "" } = form;
  const ofShare = Object.fromEntries(Object.entries(form).filter(([field]) => shareFields.includes(field)));
  const values = { do: does, card, fact, id, kind, message, email, ...ofShare };
  if (form["language"] !== undefined) return unsubmittedForm(visit, values);
  return submitForm(visit, { values }, () => answerOwnForm(visit, form));
}

export const handle = { typedForm: cardForm };

export default function MyRecord({ loaderData, actionData }: Route.ComponentProps) {
  const { own, joined, holders, officialPlaces } = loaderData;
  const site = useSite();
  const made = actionData && "made" in actionData ? actionData.made : undefined;
  const begun = actionData && "begun" in actionData ? actionData.begun : undefined;
  const offered = actionData && "offered" in actionData ? actionData.offered : undefined;
  const formResult = actionData && "values" in actionData ? actionData : undefined;
  const resultOf = (...actions: string[]) =>
    actions.includes(formResult?.values["do"] ?? "") ? formResult : undefined;
  const [ofPin, ofReport, ofMails] = [resultOf("open"), resultOf("report"), resultOf("mails")];
  const [ofCard, ofShare, ofPasskey] = [resultOf("use", ""), resultOf("share"), resultOf("passkey")];
  const [ofAccess, ofJoin] = [resultOf("begin-passkey", "add-passkey"), resultOf("join-account")];
  const { problem } = shownForm(
    resultOf("hold", "give", "end-code", "no-mails", "remove-passkey", "leave-account", "close", "refuse", "wallet"),
    [],
  );
  const card = <CardForm result={ofCard} />;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <title>{`${m.holder_title()} – ${site.operator.name}`}</title>
      <script type="module" async src={accountsScript} />
      {problem && <Alarm takesFocus>{problem}</Alarm>}
      {own ? (
        <OwnRecord
          own={{ ...own, made, begun, offered }}
          places={officialPlaces}
          {...{ site, ofReport, ofMails, ofShare, ofAccess, ofJoin }}
        />
      ) : (
        <Welcome operator={site.operator.name} ofReport={ofReport} />
      )}
      {joined.map((one) => (
        <AccountForm key={one.id} {...one} />
      ))}
      {holders.map((one) => (
        <PinForm
          key={one.id}
          {...one}
          isOnly={holders.length + joined.length === 1}
          result={ofPin?.values["id"] === one.id ? ofPin : undefined}
        />
      ))}
      {own === null && holders.length + joined.length > 0 && <PasskeyForm result={ofPasskey} />}
      {own === null && holders.length + joined.length === 0 ? (
        <>
          {card}
          <PasskeyForm result={ofPasskey} />
        </>
      ) : (
        <details open={ofCard !== undefined} className="border-t border-line pt-2">
          <summary className="min-h-11 cursor-pointer py-2.5">{m.holder_other_card()}</summary>
          {card}
        </details>
      )}
    </div>
  );
}

const Welcome = ({ operator, ofReport }: { operator: string; ofReport: FormResult | undefined }) => (
  <>
    <h1 className="text-28 sm:text-36">{m.holder_title()}</h1>
    <p>{m.holder_welcome({ operator })}</p>
    {ofReport && <NotSent message={ofReport.values["message"] ?? ""} />}
  </>
);

/** Shows a report again that was not sent, because the holder's page closed while the holder wrote it. */
const NotSent = ({ message }: { message: string }) => (
  <>
    <Alarm>{m.holder_report_not_sent()}</Alarm>
    <blockquote className="border-s-2 border-line ps-4 wrap-anywhere whitespace-pre-line">{message}</blockquote>
  </>
);
