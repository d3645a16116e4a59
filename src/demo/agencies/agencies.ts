import type { SetId } from "#core/sets/set-ids.ts";
import type { Agency } from "../agency.ts";
import { dhaka } from "./dhaka.ts";
import { kathmandu } from "./kathmandu.ts";

/** The agencies of the demo, by the set that they began with. */
export const agencies = { "as-specified": dhaka, gulf: kathmandu } as const satisfies Partial<Record<SetId, Agency>>;

export const isAgency = (set: string): set is keyof typeof agencies => Object.hasOwn(agencies, set);
