import { request as plainRequest } from "node:http";
import { request } from "node:https";
import { codeOf } from "#core/errors.ts";
import type { ProviderFetch } from "#core/accounts/accounts.ts";
import type { DeliveryFailure } from "#core/settings/webhooks.ts";
import { addressIn, type Targets, toAddress } from "./targets.ts";

export type Outgoing = { url: string; headers: Readonly<Record<string, string>>; body: string | null };
export type PostResponse = {
  status: number;
  text: string;
  bytes: Buffer;
  /** False if there was more than `maxBytes`, or the connection ended before the whole answer. */
  isWhole: boolean;
  type?: string | undefined;
  location?: string | undefined;
};

/** For the whole request and its response. */
const deadlineMs = 10_000;

/** Posts to an address that an admin gave, or reads from it without a body. Redirects are not followed, and at most `maxBytes` are read. */
export async function postTo(
  targets: Targets,
  outgoing: Outgoing,
  { cut, maxBytes }: { cut: AbortSignal; maxBytes: number },
): Promise<PostResponse | DeliveryFailure> {
  const signal = AbortSignal.any([cut, AbortSignal.timeout(deadlineMs)]);
  const found = await orSilent(addressIn(targets, new URL(outgoing.url).hostname), signal);
  if (typeof found === "string") return found;
  try {
    return await post(found.address, outgoing, { maxBytes, signal });
  } catch (error) {
    return whyFailed(error);
  }
}

/** A lookup in DNS cannot be aborted, and a name server may take longer than the whole request may. */
async function orSilent<Found>(finding: Promise<Found>, signal: AbortSignal): Promise<Found | "silent"> {
  const { promise, resolve } = Promise.withResolvers<"silent">();
  const onAbort = () => resolve("silent");
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  return Promise.race([finding, promise]).finally(() => signal.removeEventListener("abort", onAbort));
}

/** Reads from an address that an admin gave, with the same limits. */
export const getFrom = (targets: Targets, url: string, limits: Parameters<typeof postTo>[2]) =>
  postTo(targets, { url, headers: {}, body: null }, limits);

const maxRedirects = 3;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Like `getFrom`, for an address that may be none, and follows redirects. Each address is https, and checked as the first one was. */
export async function getFollowing(
  targets: Targets,
  url: string,
  limits: Parameters<typeof postTo>[2],
): Promise<PostResponse | DeliveryFailure> {
  let at = URL.parse(url);
  for (let followed = 0; followed <= maxRedirects && at?.protocol === "https:"; followed += 1) {
    const answer = await getFrom(targets, at.href, limits);
    if (typeof answer === "string" || !redirects.has(answer.status)) return answer;
    at = URL.parse(answer.location ?? "", at);
  }
  return "other";
}

/** More than any provider needs for its addresses or its keys. */
const maxProviderBytes = 256 * 1024;

/** The `fetch` with which a library asks an OpenID provider: with the same limits. Rejects with the failure as its `code`. */
export const fetchWithin =
  (targets: Targets): ProviderFetch =>
  async (url, { headers, body, signal }) => {
    const sent = { url, headers, body: body instanceof URLSearchParams ? body.toString() : null };
    const cut = signal ?? new AbortController().signal;
    const answer = await postTo(targets, sent, { cut, maxBytes: maxProviderBytes });
    if (typeof answer === "string") throw Object.assign(new Error("the provider did not answer"), { code: answer });
    return new Response(answer.text || null, {
      status: answer.status,
      headers: answer.type === undefined ? {} : { "Content-Type": answer.type },
    });
  };

type Limits = { maxBytes: number; signal: AbortSignal };

function post(address: string, { url, headers, body }: Outgoing, { maxBytes, signal }: Limits): Promise<PostResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<PostResponse>();
  const length = body === null ? {} : { "Content-Length": Buffer.byteLength(body) };
  const allHeaders = { "User-Agent": "Attestry", ...length, ...headers };
  const method = body === null ? "GET" : "POST";
  const onClose = () => reject(new Error("closed without an answer"));
  // Only the address of an OpenID provider on this machine may begin with http:.
  const ask = url.startsWith("http:") ? plainRequest : request;
  const sent = ask(url, { method, headers: allHeaders, lookup: toAddress(address), agent: false, signal }, (answer) => {
    sent.off("close", onClose);
    const parts: Buffer[] = [];
    let bytes = 0;
    answer.on("data", (part: Buffer) => {
      bytes += part.length;
      if (bytes > maxBytes) sent.destroy();
      else parts.push(part);
    });
    answer.on("close", () => {
      const { statusCode: status = 0, headers: answered, complete } = answer;
      const isWhole = complete && bytes <= maxBytes;
      const { "content-type": type, location } = answered;
      const all = Buffer.concat(parts);
      resolve({ status, bytes: all, text: all.toString(), isWhole, type, location });
    });
    answer.on("error", () => undefined);
  });
  // Without this listener, Node destroys the connection and reports nothing but its end.
  sent.on("upgrade", ({ statusCode = 0 }, socket) => {
    socket.destroy();
    resolve({ status: statusCode, bytes: Buffer.of(), text: "", isWhole: false });
  });
  sent.on("error", reject);
  sent.on("close", onClose);
  sent.end(body);
  return promise;
}

function whyFailed(error: unknown): DeliveryFailure {
  const code = codeOf(error) ?? "";
  if (/CERT|ALTNAME|UNABLE_TO/.test(code)) return "certificate";
  if (/^E(CONNREFUSED|HOSTUNREACH|NETUNREACH)$/.test(code)) return "refused";
  return code === "ABORT_ERR" || code === "ETIMEDOUT" ? "silent" : "other";
}
