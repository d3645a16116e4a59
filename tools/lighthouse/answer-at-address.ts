import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";

/**
 * Lighthouse can only visit addresses, and an answer has none: it comes of a POST. This stands before the portal and
 * asks it the question whenever somebody visits; `?bn` shows the first page to a browser that prefers Bangla.
 */
export async function answerAtAddress(portal: string, number: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((incoming, outgoing) => pass(portal, number, incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("there is no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Bytes go through as they are, compressed where they were. */
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
