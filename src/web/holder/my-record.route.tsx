import { m } from "#i18n/compiled/messages.js";
import { PortalError } from "#core/errors.ts";
import { shareFields } from "#core/holders/share.ts";
import {
  closeHolderPage,
  holdersOnDevice,
  openHolderPage,
  readHolderPage,
  refuseNewLink,
  useCard,
} from "#operations/holders/holder-page.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { askForMails, stopMails } from "#operations/holders/holder-mails.ts";
import { endShareCode, makeShareCode, ownShareCodes } from "#operations/holders/share-codes.ts";
import { ownReports, reportAsHolder } from "#operations/holders/holder-reports.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { Alarm } from "#design/form/alarm.tsx";
import { keepPrivate } from "../account/server/private-pages.server.ts";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { readForm } from "../frame/read-form.server.ts";
import { redirectWithReload } from "../frame/redirect-with-reload.server.ts";
import { useSite } from "../frame/site/site-facts.ts";
import { formBegun, submitForm } from "../frame/submit-form.server.ts";
import { type Visit, visitContext } from "../frame/visit.server.ts";
import { pages } from "../pages.ts";
import type { Route } from "./+types/my-record.route.ts";
import { bindDevice, closeOnDevice, devicesIn, openedIn, openOnDevice } from "./holder-cookies.server.ts";
import { CardForm, cardForm, PinForm } from "./holder-forms.tsx";
import { OwnRecord } from "./own-record.tsx";

export const middleware: Route.MiddlewareFunction[] = [keepPrivate];

export async function loader({ context }: Route.LoaderArgs) {
  const visit = context.get(visitContext);
  return orErrorPage(visit, async () => {
    const opened = openedIn(visit);
    const own = opened && (await readHolderPage(visit.portal, opened));
    const { officialPlaces } = await visit.settings();
    if (own) {
      const { portal } = visit;
      const [reports, shared] = await Promise.all([ownReports(portal, own.id), ownShareCodes(portal, opened)]);
      return { own: { ...own, reports, shared, now: portal.now() }, holders: [], officialPlaces };
    }
    return { own: null, holders: await holdersOnDevice(visit.portal, devicesIn(visit)), officialPlaces };
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { portal } = visit;
  const form = await readForm(request);
  const { do: does = "", card = "", fact = "", id = "", kind = "", message = "", email = "" } = form;
  const ofShare = Object.fromEntries(Object.entries(form).filter(([field]) => shareFields.includes(field)));
  const values = { do: does, card, fact, id, kind, message, email, ...ofShare };
  if (form["language"] !== undefined) return formBegun(visit, values);
  return submitForm(visit, { values }, async () => {
    if (does === "open") {
      const device = devicesIn(visit).find((one) => one.id === id);
      if (!device) throw new PortalError("wrong-pin");
      return toOwnPage(openOnDevice(visit, await openHolderPage(portal, device, form)));
    }
    if (does === "report") {
      await reportAsHolder(portal, openedIn(visit) ?? noKept, form, spokenLocale());
      return redirectWithReload(`${pages.myRecord.path}#reports`);
    }
    // In the answer itself: it is shown once.
    if (does === "share") return { made: await makeShareCode(portal, openedIn(visit) ?? noKept, form) };
    if (does === "end-code") {
      await endShareCode(portal, openedIn(visit) ?? noKept, id);
      return redirectWithReload(`${pages.myRecord.path}#codes`);
    }
    if (does === "hold" || does === "give") {
      await holdBack(portal, openedIn(visit) ?? noKept, { kind, isKept: does === "hold" });
      return redirectWithReload(`${pages.myRecord.path}#documents`);
    }
    if (does === "mails" || does === "no-mails") {
      const opened = openedIn(visit) ?? noKept;
      await (does === "mails" ? askForMails(portal, opened, form, spokenLocale()) : stopMails(portal, opened));
      return redirectWithReload(`${pages.myRecord.path}#mails`);
    }
    if (does === "close" || does === "refuse") return answerOpenPage(visit, does);
    const { device, opened } = await useCard(portal, form, visit.clientAddress);
    return toOwnPage(bindDevice(visit, device), openOnDevice(visit, opened));
  });
}

/** Opens nothing. */
const noKept = { id: "", secret: "" };

const toOwnPage = (...cookies: string[]) => redirectWithReload(pages.myRecord.path, { cookies });

/** Who is not let in any more finds the page closed. */
async function answerOpenPage(visit: Visit, does: "close" | "refuse"): Promise<Response> {
  const opened = openedIn(visit);
  if (!opened || does === "close") {
    if (opened) await closeHolderPage(visit.portal, opened);
    return toOwnPage(closeOnDevice(visit));
  }
  await refuseNewLink(visit.portal, opened);
  return toOwnPage();
}

export const handle = { typedForm: cardForm };

export default function MyRecord({ loaderData: { own, holders, officialPlaces }, actionData }: Route.ComponentProps) {
  const site = useSite();
  const made = actionData && "made" in actionData ? actionData.made : undefined;
  const formResult = actionData && "values" in actionData ? actionData : undefined;
  const resultOf = (...actions: string[]) =>
    actions.includes(formResult?.values["do"] ?? "") ? formResult : undefined;
  const [ofPin, ofReport, ofMails] = [resultOf("open"), resultOf("report"), resultOf("mails")];
  const [ofCard, ofShare] = [resultOf("use", ""), resultOf("share")];
  const card = <CardForm result={ofCard} />;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <title>{`${m.holder_title()} – ${site.operator.name}`}</title>
      {own ? (
        <OwnRecord own={{ ...own, made }} site={site} places={officialPlaces} {...{ ofReport, ofMails, ofShare }} />
      ) : (
        <>
          <h1 className="text-28 sm:text-36">{m.holder_title()}</h1>
          <p>{m.holder_welcome({ operator: site.operator.name })}</p>
          {ofReport && <NotSent message={ofReport.values["message"] ?? ""} />}
        </>
      )}
      {holders.map((one) => (
        <PinForm
          key={one.id}
          {...one}
          isOnly={holders.length === 1}
          result={ofPin?.values["id"] === one.id ? ofPin : undefined}
        />
      ))}
      {own === null && holders.length === 0 ? (
        card
      ) : (
        <details open={ofCard !== undefined} className="border-t border-line pt-2">
          <summary className="min-h-11 cursor-pointer py-2.5">{m.holder_other_card()}</summary>
          {card}
        </details>
      )}
    </div>
  );
}

/** The page closed while it was written. */
const NotSent = ({ message }: { message: string }) => (
  <>
    <Alarm>{m.holder_report_not_sent()}</Alarm>
    <blockquote className="border-s-2 border-line ps-4 wrap-anywhere whitespace-pre-line">{message}</blockquote>
  </>
);
