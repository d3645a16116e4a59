import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { serve } from "#test/support/processes/serve.ts";

/**
 * Lighthouse can only open URLs. An answer to a lookup has none, because it is the response to a POST. This proxy in
 * front of the portal sends that POST whenever its URL is opened. `?bn` shows the first page to a browser that prefers
 * Bangla.
 */
export const answerAtAddress = (portal: string, number: string) =>
  serve((incoming, outgoing) => pass(portal, number, incoming, outgoing));

/** Bytes pass unchanged, compressed if the portal compressed them. */
function pass(portal: string, number: string, { url = "/", headers }: IncomingMessage, outgoing: ServerResponse): void {
  const isQuestion = url === "/";
  const asked = request(`${portal}${url}`, {
    method: isQuestion ? "POST" : "GET",
    headers: {
      "accept-encoding": headers["accept-encoding"] ?? "",
      ...(url === "/?bn" && { "accept-language": "bn" }),
      ...(isQuestion && { "content-type": "application/x-www-form-urlencoded" }),
    },
  });
  asked.on("response", (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  });
  asked.on("error", () => outgoing.destroy());
  asked.end(isQuestion ? new URLSearchParams({ number }).toString() : undefined);
}
