import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { Artefacts } from "./artefacts.ts";

export type Verdict = "accepted" | "withdrawn" | "refused";

/** `altered`: each is another change. Null for what the artefact does not tell. */
export type Answers = { genuine: Verdict; withdrawn: Verdict | null; altered: readonly Verdict[] };

export type Tool = {
  artefact: string;
  name: string;
  /** False if it is not installed. */
  isThere: () => boolean;
  ask: (made: Artefacts, folder: string) => Promise<Answers>;
};

const changes = 24;

/** The text with one letter changed, at several places. The last letter of base64 may have bits that nobody reads. */
export function alterations(text: string, isChangeable: (at: number) => boolean = () => true): string[] {
  const places = [...text].flatMap((letter, at) => (/\w/.test(letter) && isChangeable(at) ? [at] : []));
  const spread = places.filter((_, nth) => nth % Math.ceil(places.length / changes) === 0);
  return spread.map((at) => text.slice(0, at) + (text[at] === "7" ? "8" : "7") + text.slice(at + 1));
}

export const tokenOf = (sdJwt: string): string => sdJwt.slice(0, sdJwt.indexOf("~"));

/** A token with one letter changed. The last letter of each part may have bits that nobody reads. */
export const alteredTokens = (token: string): string[] => alterations(token, (at) => /^\w/.test(token.slice(at + 1)));

export const outputOf = (program: string, args: readonly string[]) =>
  spawnSync(program, args, { encoding: "utf8" }).stdout;
export const exitsWell = (program: string, args: readonly string[]) => spawnSync(program, args).status === 0;
export const isInstalled = (program: string) => spawnSync(program, ["--help"]).error === undefined;
export const goPath = "/usr/share/gocode";
export const hasGo = (): boolean => isInstalled("go") && existsSync(`${goPath}/src/golang.org/x/mod/sumdb/tlog`);
export const always = () => true;
