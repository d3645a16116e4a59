import { z } from "zod";
import { sealToken, unsealToken } from "#sealing/token.ts";
import type { Portal } from "../portal.ts";

/**
 * What was searched for, as an address may carry it: addresses are kept in logs and histories, where no number and no mail
 * address may be.
 */
export type AddressedSearch = { search: string } | { sealed: string };

export function toAddress({ keyring }: Pick<Portal, "keyring">, search: string): AddressedSearch {
  return isTelling(search) ? numberToAddress({ keyring }, search) : { search };
}

/** The same for what is a number, with or without a digit. */
export const numberToAddress = ({ keyring }: Pick<Portal, "keyring">, number: string): { sealed: string } => ({
  sealed: sealToken(keyring, purpose, number),
});

/** Back from the address. What somebody typed into it and might be either is not searched for. */
export function fromAddress({ keyring }: Pick<Portal, "keyring">, { search, sealed }: Parts): string {
  if (sealed === undefined) return search === undefined || isTelling(search) ? "" : search;
  const opened = z.string().safeParse(unsealToken(keyring, purpose, sealed));
  return opened.success ? opened.data : "";
}

type Parts = { search?: string | undefined; sealed?: string | undefined };

const purpose = "candidate-search";

/** Mail addresses, and digits of any script: half a number is as telling as a whole one. */
const isTelling = (text: string) => /[\p{Nd}@]/u.test(text);
