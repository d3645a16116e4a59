import { z } from "zod";
import { optionalParagraph } from "../fields.ts";
import { isMailAddress } from "../mail.ts";
import { safeWebAddress } from "../web-address.ts";
import { isOn, type WithFeatures } from "./features.ts";

/** Others who watch over the public log, and whose registers of agencies this site believes. One per line. */
export const logSettingsSchema = z.object({
  /** Each line contains a verifier key and the address of the witness, separated by a space. */
  witnesses: optionalParagraph(20_000).refine((text) => areLines(text, isWitness), { error: "witness-format" }),
  /** The addresses that receive the newest checkpoint by mail. */
  mailTo: optionalParagraph(3000).refine((text) => areLines(text, isMailAddress), { error: "email-format" }),
  /** Each line contains the thumbprint of a key, an https address, and who keeps the register. */
  registers: optionalParagraph(3000)
    .refine((text) => areLines(text, isRegister), { error: "register-format" })
    .default(""),
});

const most = 8;

const areLines = (text: string, isRight: (line: string) => boolean) =>
  linesOf(text).length <= most && linesOf(text).every(isRight);

export const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

type LogOfSite = WithFeatures & { log: z.output<typeof logSettingsSchema> };

/** The witnesses that the site asks: none while the feature is off. What is typed in the settings stays. */
export const witnessLines = (site: LogOfSite): string[] => (isOn(site, "witnesses") ? linesOf(site.log.witnesses) : []);

/** The registers that the site believes: none while the feature is off. */
export const registerLines = (site: LogOfSite): string[] =>
  isOn(site, "registers") ? linesOf(site.log.registers) : [];

const isRegister = (line: string) => {
  const [key = "", address = "", ...name] = line.split(/\s+/);
  return /^[\w-]{43}$/.test(key) && safeWebAddress.safeParse(address).success && name.length > 0;
};

/** Checks only the form of the line. Whether the key is valid is checked when the settings are saved. */
const isWitness = (line: string) => {
  const [key = "", address = "", ...more] = line.split(/\s+/);
  const url = URL.parse(address);
  const isAddress = url?.protocol === "https:" && url.username === "" && url.search === "" && url.hash === "";
  return isAddress && more.length === 0 && /^[^\s+]{1,255}\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$/.test(key);
};
