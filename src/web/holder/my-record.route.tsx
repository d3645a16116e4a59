import { m } from "#i18n/compiled/messages.js";
import { PortalError } from "#core/errors.ts";
import {
  closeHolderPage,
  holdersOnDevice,
  openHolderPage,
  readHolderPage,
  refuseNewLink,
  useCard,
} from "#operations/holders/holder-page.ts";
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
    if (own) return { own, holders: [], officialPlaces };
    return { own: null, holders: await holdersOnDevice(visit.portal, devicesIn(visit)), officialPlaces };
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const visit = context.get(visitContext);
  const { portal } = visit;
  const form = await readForm(request);
  const { do: does = "", card = "", fact = "", id = "" } = form;
  const values = does === "open" ? { do: does, id } : { do: does, card, fact };
  if (form["language"] !== undefined) return formBegun(visit, values);
  return submitForm(visit, { values }, async () => {
    if (does === "open") {
      const device = devicesIn(visit).find((one) => one.id === id);
      if (!device) throw new PortalError("wrong-pin");
      return toOwnPage(openOnDevice(visit, await openHolderPage(portal, device, form)));
    }
    if (does === "close" || does === "refuse") return answerOpenPage(visit, does);
    const { device, opened } = await useCard(portal, form, visit.clientAddress);
    return toOwnPage(bindDevice(visit, device), openOnDevice(visit, opened));
  });
}

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
  const isForPin = actionData?.values["do"] === "open";
  const card = <CardForm result={isForPin ? undefined : actionData} />;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <title>{`${m.holder_title()} – ${site.operator.name}`}</title>
      {own ? (
        <OwnRecord own={own} site={site} places={officialPlaces} />
      ) : (
        <>
          <h1 className="text-28 sm:text-36">{m.holder_title()}</h1>
          <p>{m.holder_welcome({ operator: site.operator.name })}</p>
        </>
      )}
      {holders.map((one) => (
        <PinForm
          key={one.id}
          {...one}
          isOnly={holders.length === 1}
          result={isForPin && actionData?.values["id"] === one.id ? actionData : undefined}
        />
      ))}
      {own === null && holders.length === 0 ? (
        card
      ) : (
        <details open={actionData !== undefined && !isForPin} className="border-t border-line pt-2">
          <summary className="min-h-11 cursor-pointer py-2.5">{m.holder_other_card()}</summary>
          {card}
        </details>
      )}
    </div>
  );
}
