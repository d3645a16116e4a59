import type { Readable } from "node:stream";
import { PortalError } from "#core/errors.ts";
import type { ZipEntry } from "./open-zip.ts";

/** The longest cell or tag that is looked for in two parts of a file. */
const longestTag = 2000;

/** Calls `found` with each match, in the order of the file. */
export async function eachMatch({ read }: ZipEntry, pattern: RegExp, found: (match: RegExpExecArray) => void) {
  let rest = "";
  try {
    const stream: Readable = await read();
    for await (const chunk of stream.setEncoding("utf8")) {
      rest += String(chunk);
      let end = 0;
      for (const match of rest.matchAll(pattern)) {
        found(match);
        end = match.index + match[0].length;
      }
      rest = rest.slice(Math.max(end, rest.length - longestTag));
    }
  } catch (cause) {
    throw new PortalError("broken-file", { cause });
  }
}
