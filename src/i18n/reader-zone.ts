import type { Zone } from "#core/office-clock.ts";

let zoneOfReader: () => Zone = () => "UTC";

/** Returns the zone in which the present page writes days and times: the office's. Works as getLocale does. */
export const getZone = (): Zone => zoneOfReader();

export function overwriteGetZone(get: () => Zone): void {
  zoneOfReader = get;
}
