import { PortalError } from "#core/errors.ts";
import { isOn } from "#core/settings/features.ts";
import { allowNotices } from "#operations/desk/tell-organisations.ts";
import { holdBack } from "#operations/holders/hold-back.ts";
import { askForMails, stopMails, tellLooks } from "#operations/holders/holder-mails.ts";
import {
  closeHolderPage,
  type HolderCredential,
  openHolderPage,
  refuseNewLink,
  bindByCard as bindHolder,
} from "#operations/holders/holder-page.ts";
import { joinAccount, leaveAccount, openByAccount } from "#operations/holders/holder-account.ts";
import { addPasskey, beginPasskey, openByPasskey, removePasskey } from "#operations/holders/holder-passkey.ts";
import { reportAsHolder } from "#operations/holders/holder-reports.ts";
import { endShareCode, makeShareCode } from "#operations/holders/share-codes.ts";
import { offerCredential } from "#operations/holders/wallet.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import type { FormValues } from "#design/form/form-result.ts";
import { redirectWithReload } from "../frame/redirect-with-reload.server.ts";
import type { Visit } from "../frame/visit.server.ts";
import { pages } from "../pages.ts";
import { bindDevice, closeOnDevice, devicesIn, openedIn, openOnDevice } from "../frame/holder-cookies.server.ts";

type HolderForm = {
  visit: Visit;
  form: FormValues;
  /** The id and secret of the open page, from the cookie. They open nothing if the page has closed in the meantime. */
  opened: HolderCredential;
};

type ActionResult =
  | Response
  | { made: Awaited<ReturnType<typeof makeShareCode>> }
  | { offered: Awaited<ReturnType<typeof offerCredential>> }
  | { begun: Awaited<ReturnType<typeof beginPasskey>> };

/** The action of each button. The address's fragment moves the focus to the changed part, also without scripts. */
const ofButtons = {
  use: async ({ visit, form }: HolderForm) => {
    const { device, opened } = await bindHolder(visit.portal, form, visit.clientAddress, await personIn(visit));
    return toOwnPage({ cookies: [bindDevice(visit, device), openOnDevice(visit, opened)] });
  },
  open: async ({ visit, form }: HolderForm) => {
    const device = devicesIn(visit).find(({ id }) => id === form["id"]);
    if (!device) throw new PortalError("wrong-pin");
    return toOwnPage({ cookies: [openOnDevice(visit, await openHolderPage(visit.portal, device, form))] });
  },
  passkey: async ({ visit, form: { passkey = "" } }: HolderForm) => {
    const opened = await openByPasskey(visit.portal, visit.caller, passkey);
    return toOwnPage({ cookies: [openOnDevice(visit, opened)] });
  },
  // Sent in the response itself without a redirect, because it expires within minutes.
  "begin-passkey": async ({ visit, form, opened }: HolderForm) => ({
    begun: await beginPasskey(visit.portal, opened, form),
  }),
  "add-passkey": async ({ visit, form: { passkey = "", grant = "" }, opened }: HolderForm) => {
    await addPasskey(visit.portal, opened, { grant, passkey });
    return toOwnPage({ place: "who" });
  },
  "remove-passkey": async ({ visit, opened }: HolderForm) => {
    await removePasskey(visit.portal, opened);
    return toOwnPage({ place: "who" });
  },
  account: async ({ visit, form: { id = "" } }: HolderForm) => {
    const person = await personIn(visit);
    if (!person) throw new PortalError("not-signed-in");
    const opened = await openByAccount(visit.portal, person, id);
    if (!opened) throw new PortalError("not-found");
    return toOwnPage({ cookies: [openOnDevice(visit, opened)] });
  },
  "join-account": async ({ visit, form, opened }: HolderForm) => {
    await joinAccount(visit.portal, opened, form, await personIn(visit));
    return toOwnPage({ place: "who" });
  },
  "leave-account": async ({ visit, opened }: HolderForm) => {
    await leaveAccount(visit.portal, opened);
    return toOwnPage({ place: "who" });
  },
  close: async ({ visit, opened }: HolderForm) => {
    await closeHolderPage(visit.portal, opened);
    return toOwnPage({ cookies: [closeOnDevice(visit)] });
  },
  refuse: async ({ visit, opened }: HolderForm) => {
    await refuseNewLink(visit.portal, opened);
    return toOwnPage({});
  },
  report: async ({ visit, form, opened }: HolderForm) => {
    const { reference } = await reportAsHolder(visit.portal, opened, form, spokenLocale());
    return toOwnPage({ place: reference });
  },
  // Sent in the response itself without a redirect, because the code is shown only once.
  share: async ({ visit, form, opened }: HolderForm) => ({ made: await makeShareCode(visit.portal, opened, form) }),
  wallet: async ({ visit, opened }: HolderForm) => {
    if (!isOn(await visit.settings(), "wallets")) throw new PortalError("not-found");
    return { offered: await offerCredential(visit.portal, opened) };
  },
  "end-code": async ({ visit, form: { id = "" }, opened }: HolderForm) => {
    await endShareCode(visit.portal, opened, id);
    return toOwnPage({ place: `code-${id}` });
  },
  hold: (sent: HolderForm) => answerDocument(sent, true),
  give: (sent: HolderForm) => answerDocument(sent, false),
  mails: async ({ visit, form, opened }: HolderForm) => {
    await askForMails(visit.portal, opened, form, spokenLocale());
    return toOwnPage({ place: "mails" });
  },
  "look-mails": (sent: HolderForm) => answerLookMails(sent, true),
  "no-look-mails": (sent: HolderForm) => answerLookMails(sent, false),
  "no-notices": (sent: HolderForm) => answerNotices(sent, false),
  notices: (sent: HolderForm) => answerNotices(sent, true),
  "no-mails": async ({ visit, opened }: HolderForm) => {
    await stopMails(visit.portal, opened);
    return toOwnPage({ place: "mails" });
  },
};

const personIn = async ({ signedIn }: Visit) => (await signedIn())?.person ?? null;

async function answerDocument(
  { visit, form: { kind = "" }, opened }: HolderForm,
  isWithheld: boolean,
): Promise<Response> {
  await holdBack(visit.portal, opened, { kind, isWithheld });
  return toOwnPage({ place: `hold-${kind}` });
}

async function answerLookMails({ visit, opened }: HolderForm, tellsLooks: boolean): Promise<Response> {
  await tellLooks(visit.portal, opened, tellsLooks);
  return toOwnPage({ place: "mails" });
}

async function answerNotices({ visit, opened }: HolderForm, isAllowed: boolean): Promise<Response> {
  await allowNotices(visit.portal, opened, isAllowed);
  return toOwnPage({ place: "looks" });
}

/** Runs the action of the pressed button. A request without a button counts as `use`. */
export async function answerOwnForm(visit: Visit, form: FormValues): Promise<ActionResult> {
  const { do: button = "" } = form;
  const answer = isButton(button) ? ofButtons[button] : ofButtons.use;
  return answer({ visit, form, opened: openedIn(visit) ?? { id: "", secret: "" } });
}

export type HolderButton = keyof typeof ofButtons;

const isButton = (button: string): button is HolderButton => Object.hasOwn(ofButtons, button);

const toOwnPage = ({ place, cookies = [] }: { place?: string; cookies?: readonly string[] }): Response =>
  redirectWithReload(pages.myRecord.path + (place === undefined ? "" : `#${place}`), { cookies });
