import type { ReactNode } from "react";
import { m } from "#i18n/compiled/messages.js";
import { accountsScript } from "virtual:accounts-script";
import { isShareField } from "#core/holders/share-codes.ts";
import { joinedHolders } from "#operations/holders/holder-account.ts";
import { holdersOnDevice, readHolderPage } from "#operations/holders/holder-page.ts";
import { ownReports } from "#operations/holders/holder-reports.ts";
import { ownShareCodes } from "#operations/holders/share-codes.ts";
import { Unclaimed } from "#design/form/alarm.tsx";
import { handOut } from "#design/form/form-result.ts";
import { keepPrivate } from "../account/server/private-pages.server.ts";
import { orErrorPage } from "../frame/or-error-page.server.ts";
import { readForm } from "../frame/read-form.server.ts";
import { useSite } from "../frame/site/site-facts.ts";
import { unsubmittedForm, submitForm } from "../frame/submit-form.server.ts";
import { visitContext } from "../frame/visit.server.ts";
import type { Route } from "./+types/my-record.route.ts";
import { devicesIn, openedIn } from "../frame/holder-cookies.server.ts";
import { AccountForm, CardForm, cardForm, PasskeyForm, PinForm } from "./holder-forms.tsx";
import { ClosedPage } from "./closed-page.tsx";
import { answerOwnForm, type HolderButton } from "./own-actions.server.ts";
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
  const ofShare = Object.fromEntries(Object.entries(form).filter(([field]) => isShareField(field)));
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
  const sentId = actionData && "values" in actionData ? actionData.values["id"] : undefined;
  const hasPinForm = holders.some(({ id }) => id === sentId);
  const { of, unclaimed } = handOut(actionData, own ? claimsOfOpen(own) : claimsOfClosed({ hasPinForm }));
  const card = <CardForm result={of("card")} />;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <title>{`${m.holder_title()} – ${site.operator.name}`}</title>
      <script type="module" async src={accountsScript} />
      {own ? (
        <>
          <Unclaimed result={unclaimed} />
          <OwnRecord
            own={{ ...own, made, begun, offered }}
            places={officialPlaces}
            ofReport={of("report")}
            ofMails={of("mails")}
            ofShare={of("share")}
            ofAccess={of("access")}
            ofJoin={of("join")}
            {...{ site }}
          />
        </>
      ) : (
        <ClosedPage
          operator={site.operator.name}
          unclaimed={unclaimed}
          isOfThisPage={ofClosed.includes(unclaimed?.values["do"] ?? "")}
        />
      )}
      {joined.map((one) => (
        <AccountForm key={one.id} {...one} />
      ))}
      {holders.map((one) => (
        <PinForm
          key={one.id}
          {...one}
          isOnly={holders.length + joined.length === 1}
          result={one.id === sentId ? of("pin") : undefined}
        />
      ))}
      {own === null && holders.length + joined.length > 0 && <PasskeyForm result={of("passkey")} />}
      {own === null && holders.length + joined.length === 0 ? (
        <>
          {card}
          <PasskeyForm result={of("passkey")} />
        </>
      ) : (
        <OtherCard isOpen={of("card") !== undefined}>{card}</OtherCard>
      )}
    </div>
  );
}

const OtherCard = ({ isOpen, children }: { isOpen: boolean; children: ReactNode }) => (
  <details open={isOpen} className="border-t border-line pt-2">
    <summary className="min-h-11 cursor-pointer py-2.5">{m.holder_other_card()}</summary>
    {children}
  </details>
);

type Claims = Record<
  "card" | "pin" | "passkey" | "report" | "mails" | "share" | "access" | "join",
  readonly (HolderButton | "")[]
>;

/** Every page has the form of the card. */
const cardAlone: Claims = {
  card: ["use", ""],
  pin: [],
  passkey: [],
  report: [],
  mails: [],
  share: [],
  access: [],
  join: [],
};

const claimsOfClosed = ({ hasPinForm }: { hasPinForm: boolean }): Claims => ({
  ...cardAlone,
  pin: hasPinForm ? ["open"] : [],
  passkey: ["passkey"],
});

/** The buttons of the closed page whose form may be missing, or shows no problem. */
const ofClosed: readonly string[] = ["account", "open"] satisfies HolderButton[];

type Own = NonNullable<Route.ComponentProps["loaderData"]["own"]>;

/** The forms that OwnRecord shows. */
const claimsOfOpen = ({ isFrozen, mail, passkeyAt, account, ownAccount }: Own): Claims => ({
  ...cardAlone,
  report: ["report"],
  mails: !isFrozen && mail?.state === "off" ? ["mails"] : [],
  share: isFrozen ? [] : ["share"],
  access: !isFrozen && passkeyAt === null ? ["begin-passkey", "add-passkey"] : [],
  join: !isFrozen && account === null && ownAccount !== null ? ["join-account"] : [],
});
