import { z } from "zod";
import { sealToken, unsealToken } from "#sealing/token.ts";
import type { Portal } from "../portal/portal.ts";

/** A search in an address. Logs and histories store addresses, so numbers and mail addresses are not in plain text. */
type AddressedSearch = { search: string } | { sealed: string };

export function toAddress({ keyring }: Pick<Portal, "keyring">, search: string): AddressedSearch {
  return mayIdentify(search) ? numberToAddress({ keyring }, search) : { search };
}

/** Always seals: a number may be without a digit. */
export const numberToAddress = ({ keyring }: Pick<Portal, "keyring">, number: string): { sealed: string } => ({
  sealed: sealToken(keyring, purpose, number),
});

/** Reads the search from an address. A number or mail address that somebody typed into the address is not searched for. */
export function fromAddress({ keyring }: Pick<Portal, "keyring">, { search, sealed }: Parts): string {
  if (sealed === undefined) return search === undefined || mayIdentify(search) ? "" : search;
  const opened = z.string().safeParse(unsealToken(keyring, purpose, sealed));
  return opened.success ? opened.data : "";
}

type Parts = { search?: string | undefined; sealed?: string | undefined };

const purpose = "candidate-search";

/** True for mail addresses and for digits of any script: half a number identifies as well as a whole one. */
const mayIdentify = (text: string) => /[\p{Nd}@]/u.test(text);
