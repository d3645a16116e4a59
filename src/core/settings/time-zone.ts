import { z } from "zod";
import { hourMs, minuteMs } from "../durations.ts";
import { type Zone, zoneNamed } from "../office-clock.ts";

/** Every name that Intl knows. Asia/Kolkata stays as it is, although Intl calls it Asia/Calcutta. */
export const timeZoneSchema = z
  .string()
  .transform((text) => text.trim().replaceAll(" ", "_"))
  .refine((name) => zoneNamed(name) !== null, { error: "time-zone" })
  .transform(inUsualLetters);

/** Returns "Asia/Dhaka" for "asia/dhaka". */
function inUsualLetters(name: string): Zone {
  const zone = zoneNamed(name);
  return zone?.toLowerCase() === name.toLowerCase() ? zone : name;
}

let known: Zone | undefined;

/** Returns the zone of the machine, or of TZ: the office's until somebody sets it. */
export const machineZone = (): Zone => (known ??= zoneOfProcess());

function zoneOfProcess(): Zone {
  // Undefined for a TZ such as "UTC-6", and no zone for one that Node does not know, which counts as UTC.
  const zone: string | undefined = new Intl.DateTimeFormat("en").resolvedOptions().timeZone;
  if (zone !== undefined && zone !== "Etc/Unknown") return zone;
  const behind = (new Date(0).getTimezoneOffset() * minuteMs) / hourMs;
  return zoneNamed(`Etc/GMT${behind > 0 ? "+" : ""}${behind}`) ?? "UTC";
}
