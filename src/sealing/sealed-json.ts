import type { KeyLike } from "node:crypto";
import { seal, unseal } from "./seal.ts";

export const sealJson = (key: KeyLike, place: string, value: unknown): Buffer =>
  seal(key, place, Buffer.from(JSON.stringify(value)));

export const unsealJson = (key: KeyLike, place: string, sealed: Uint8Array): unknown =>
  JSON.parse(unseal(key, place, sealed).toString());
