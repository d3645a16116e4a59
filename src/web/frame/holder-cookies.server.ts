import { cookieLine, endedCookieLine, stepCookie } from "#auth/cookies.ts";
import { holderSessionMs } from "#core/holders/binding.ts";
import { readCookies } from "#core/read-cookies.ts";
import type { HolderCredential } from "#operations/holders/holder-page.ts";
import type { Visit } from "./visit.server.ts";

type Site = Pick<Visit, "portal" | "caller">;

/** The longest lifetime that browsers allow for a cookie. */
const deviceSeconds = 400 * 24 * 60 * 60;
const maxOnDevice = 4;

const deviceCookie = ({ portal }: Pick<Site, "portal">) => stepCookie(portal.publicOrigin, "holder");
const openedCookie = ({ portal }: Pick<Site, "portal">) => stepCookie(portal.publicOrigin, "holder-open");

/** Ids and secrets contain neither `~` nor the `.` between two entries. */
const written = ({ id, secret }: HolderCredential) => `${id}~${secret}`;

const credentialsIn = (site: Site, name: string): HolderCredential[] =>
  (readCookies(site.caller.headers.get("cookie")).get(name) ?? "").split(".").flatMap((one) => {
    const [id, secret] = one.split("~");
    return id && secret ? [{ id, secret }] : [];
  });

/** Returns the holders whose pages this device can open, the last bound first. */
export const devicesIn = (site: Site): HolderCredential[] =>
  credentialsIn(site, deviceCookie(site)).slice(0, maxOnDevice);
export const openedIn = (site: Site): HolderCredential | null => credentialsIn(site, openedCookie(site))[0] ?? null;

export function bindDevice(site: Site, device: HolderCredential): string {
  const kept = [device, ...devicesIn(site)].slice(0, maxOnDevice);
  return cookieLine(site.portal.publicOrigin, deviceCookie(site), kept.map(written).join("."), deviceSeconds);
}

export const openOnDevice = (site: Site, opened: HolderCredential): string =>
  cookieLine(site.portal.publicOrigin, openedCookie(site), written(opened), holderSessionMs / 1000);

export const closeOnDevice = (site: Site): string => endedCookieLine(site.portal.publicOrigin, openedCookie(site));
