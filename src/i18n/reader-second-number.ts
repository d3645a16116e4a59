import { isolated } from "#core/texts/isolated.ts";
import { irccNumber, type ReadSecondNumber, readSecondNumber } from "#core/records/second-number.ts";
import { numberSigns } from "#core/records/numbers.ts";

let numberOfReader = (): ReadSecondNumber => readSecondNumber(irccNumber, "en");

/** Returns what the second number is on the site of the present page. Works as getLocale does. */
export const getSecondNumber = (): ReadSecondNumber => numberOfReader();

export function overwriteGetSecondNumber(get: () => ReadSecondNumber): void {
  numberOfReader = get;
}

const isIrccs = ({ name, hint, example, form, isAbsent }: ReadSecondNumber) =>
  name + hint + example === "" && form === null && !isAbsent;

/** For the document, from which its scripts read it. Undefined for the IRCC number. */
export function writtenSecondNumber(): string | undefined {
  const second = getSecondNumber();
  const { name, hint, example, form, isAbsent } = second;
  const signs = form === null ? plain : form.join(" ");
  const parts = [name, hint, example, signs, isAbsent ? "absent" : ""];
  return isIrccs(second) ? undefined : parts.map((part) => part.replaceAll("\t", " ")).join("\t");
}

/** Stands for the form of the IRCC number. */
const plain = "plain";

export function secondNumberIn(document: string | undefined): ReadSecondNumber {
  const [name = "", hint = "", example = "", signs = plain, absent = ""] = document?.split("\t") ?? [];
  const form = signs === plain ? null : numberSigns.filter((sign) => signs.split(" ").includes(sign));
  return { name, hint, example, form, isAbsent: absent !== "" };
}

/** True if the site has IRCC's number: only then its form tells something. */
export function hasIrccNumber(): boolean {
  const { name, form, isAbsent } = getSecondNumber();
  return name === "" && form === null && !isAbsent;
}

/** The name as a part of a sentence. */
export const named = () => ({ number: isolated(getSecondNumber().name) });
export const hasName = () => getSecondNumber().name !== "";
