import { percentDecoded } from "#core/percent-decoded.ts";
import { isLoopback } from "#core/web-address.ts";

/** A bucket of an S3-compatible store, or the objects in it whose keys begin with `prefix`. */
export type S3Bucket = {
  /** The address of the bucket: `https://host/bucket`. */
  address: string;
  /** Empty, or ends with a slash. */
  prefix: string;
  region: string;
  accessKey: string;
  secretKey: string;
};

/** True if only the name of the bucket is too short. Stores accept no such name. */
export const hasShortBucket = (text: string): boolean =>
  readS3Url(text) === null &&
  readS3Url(text.replace(/^(s3:\/\/[^/]*\/)([\w.-]{1,2})(?=[/?]|$)/, "$1$2-longer")) !== null;

const options = new Set(["region", "tls"]);

/** Parses `s3://ACCESS_KEY:SECRET_KEY@host[:port]/bucket[/prefix][?region=…&tls=off]`. Null for any other text. */
export function readS3Url(text: string): S3Bucket | null {
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || url.hash !== "" || !/^[\w.-]+$|^\[[\da-f:]+\]$/i.test(url.hostname)) return null;
  // A % or a slash in a key must be written as %25 or %2F.
  const accessKey = percentDecoded(url.username);
  const secretKey = percentDecoded(url.password);
  const [, bucket, prefix = ""] =
    /^\/([\w.-]{3,63})(?:\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)?\/?)?$/.exec(url.pathname) ?? [];
  const { region = "us-east-1", tls = isLoopback(url.hostname) ? "off" : "on" } = Object.fromEntries(url.searchParams);
  const isUsable =
    [...url.searchParams.keys()].every((name) => options.has(name)) &&
    /^[\w-]+$/.test(region) &&
    /^(on|off)$/.test(tls);
  if (!accessKey || !secretKey || bucket === undefined || !isUsable) return null;
  const scheme = tls === "off" ? "http" : "https";
  return {
    address: `${scheme}://${url.host}/${bucket}`,
    prefix: prefix === "" ? "" : `${prefix}/`,
    region,
    accessKey,
    secretKey,
  };
}
