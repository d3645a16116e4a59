import { makeFilledFolder } from "./portal.ts";

/** Once, before all journeys. */
export default async function fillPortalOnce(): Promise<() => Promise<void>> {
  return makeFilledFolder();
}
