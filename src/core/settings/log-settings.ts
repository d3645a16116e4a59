import { z } from "zod";
import { optionalParagraph } from "../fields.ts";
import { isMailAddress } from "../mail.ts";

/** Who sees the public log, so that it cannot be changed unseen: one in each line. */
export const logSettingsSchema = z.object({
  /** A verifier key and the address of the witness, with a space between. */
  witnesses: optionalParagraph(20_000).refine((text) => areLines(text, isWitness), { error: "witness-format" }),
  /** Addresses that the newest checkpoint is mailed to. */
  mailTo: optionalParagraph(3000).refine((text) => areLines(text, isMailAddress), { error: "email-format" }),
});

const most = 8;

const areLines = (text: string, isRight: (line: string) => boolean) =>
  linesOf(text).length <= most && linesOf(text).every(isRight);

export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** Whether the key is one is found out when it is saved. */
const isWitness = (line: string) => {
  const [key = "", address = "", ...more] = line.split(/\s+/);
  const url = URL.parse(address);
  const isAddress = url?.protocol === "https:" && url.username === "" && url.search === "" && url.hash === "";
  return isAddress && more.length === 0 && /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$/.test(key);
};
