import type { Presented } from "#verify/presented.ts";
import { type Listing, listingOf, registersAddress } from "#verify/register.ts";
import { contentOf } from "../../enhance/in-place.ts";
import { fillIn, keepOnly, momentOf, written } from "./show-answer.ts";
import { keptAnswer, newestOrKept } from "./site-answers.ts";

type Read = { name: string; key: string; token: string; read: number };

/** Returns what believed registers tell of a code, a proof or an address: a function that adds it to the answer. */
export async function listingsOf(shown: Presented, now: number): Promise<() => void> {
  const { registers } = await newestRegisters();
  const asked = registers.map(async (register) => {
    const listing = await listingOf(shown, { ...register, now });
    const part = listing && contentOf("check-listing");
    return part ? [filled(part, listing, register.read)] : [];
  });
  const parts = (await Promise.all(asked)).flat();
  return () => {
    const place = document.querySelector("[data-listings]");
    place?.replaceChildren(...parts);
    if (parts.length > 0) place?.parentElement?.querySelector("[data-unlisted]")?.remove();
  };
}

type Registers = { registers: readonly Read[] };

/** A slow line may end in the middle of a long list. The device may have an older one. */
async function newestRegisters(): Promise<Registers> {
  const { answer } = await newestOrKept(registersAddress);
  const newest = (await answer?.json().catch(() => null)) as Registers | null | undefined;
  return newest ?? ((await (await keptAnswer(registersAddress))?.json()) as Registers | undefined) ?? { registers: [] };
}

function filled(part: DocumentFragment, listing: Listing, read: number): DocumentFragment {
  const { kind, register, signed, isCurrent, agency } = listing;
  const cases = [kind, signed !== undefined && "list", isCurrent === false && "list-old"];
  keepOnly(part, "case", cases);
  return fillIn(part, {
    register,
    agency: agency ? [agency.name, agency.licence].filter(Boolean).join(", ") : "",
    origin: agency?.origin ?? "",
    ended: agency?.until === undefined ? "" : written(agency.until),
    signed: signed === undefined ? "" : written(signed),
    read: momentOf(new Date(read)),
  });
}
