import { cookieLine, endedCookieLine, stepCookie } from "#auth/cookies.ts";
import { holderSessionMs } from "#core/holders/binding.ts";
import { readCookies } from "#core/read-cookies.ts";
import type { Kept } from "#operations/holders/holder-page.ts";
import type { Visit } from "../frame/visit.server.ts";

type Site = Pick<Visit, "portal" | "caller">;

/** The longest lifetime that browsers allow for a cookie. */
const deviceSeconds = 400 * 24 * 60 * 60;
const mostOnDevice = 4;

const deviceCookie = ({ portal }: Pick<Site, "portal">) => stepCookie(portal.publicOrigin, "holder");
const openedCookie = ({ portal }: Pick<Site, "portal">) => stepCookie(portal.publicOrigin, "holder-open");

/** Ids and secrets contain neither `~` nor the `.` between two entries. */
const written = ({ id, secret }: Kept) => `${id}~${secret}`;

const keptIn = (site: Site, name: string): Kept[] =>
  (readCookies(site.caller.headers.get("cookie")).get(name) ?? "").split(".").flatMap((one) => {
    const [id, secret] = one.split("~");
    return id && secret ? [{ id, secret }] : [];
  });

/** Returns the holders whose pages this device can open, the last bound first. */
export const devicesIn = (site: Site): Kept[] => keptIn(site, deviceCookie(site)).slice(0, mostOnDevice);
export const openedIn = (site: Site): Kept | null => keptIn(site, openedCookie(site))[0] ?? null;

export function bindDevice(site: Site, device: Kept): string {
  const kept = [device, ...devicesIn(site)].slice(0, mostOnDevice);
  return cookieLine(site.portal.publicOrigin, deviceCookie(site), kept.map(written).join("."), deviceSeconds);
}

export const openOnDevice = (site: Site, opened: Kept): string =>
  cookieLine(site.portal.publicOrigin, openedCookie(site), written(opened), holderSessionMs / 1000);

export const closeOnDevice = (site: Site): string => endedCookieLine(site.portal.publicOrigin, openedCookie(site));
