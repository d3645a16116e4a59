import type { Language } from "#core/settings/languages.ts";
import { sealJson, unsealJson } from "#sealing/sealed-json.ts";
import type { Reader } from "#storage/database/database.ts";
import type { Portal } from "../portal.ts";
import { holderOfRecord, type HolderRow } from "#storage/database/holders.ts";

/** Where somebody is told of what happens to their record. Until it is confirmed nothing is sent there but the question. */
export type HolderMail = {
  address: string;
  language: Language;
  /** Stands in the links of its mails, so that those of an earlier address lead nowhere. */
  mark: string;
  askedAt: number;
  isConfirmed: boolean;
};

const dayMs = 24 * 3_600_000;

export const canConfirm = ({ now }: Pick<Portal, "now">, { askedAt }: HolderMail) => now() - askedAt < dayMs;

type SealedHolder = { pin: string; mail?: HolderMail };

const holderPlace = (id: string) => `holder/${id}`;

export const sealHolder = (key: Uint8Array, id: string, content: SealedHolder) =>
  sealJson(key, holderPlace(id), content);

export const openSealedHolder = (key: Uint8Array, { id, sealed }: Pick<HolderRow, "id" | "sealed">): SealedHolder =>
  unsealJson(key, holderPlace(id), sealed) as SealedHolder;

/** Where mails to the holder of a record go; null where nowhere. */
export async function addressOfHolder(reader: Reader, recordId: string, key: Uint8Array): Promise<string | null> {
  const holder = await holderOfRecord(reader, recordId);
  return (holder && openSealedHolder(key, holder).mail?.address) ?? null;
}
