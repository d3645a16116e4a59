import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { buffer } from "node:stream/consumers";

type Raw = { status: number | undefined; headers: IncomingHttpHeaders; bytes: Buffer };

/** Returns the response as it was sent: fetch would decompress it. */
export async function askRaw(url: string, headers = {}, method = "GET", body = ""): Promise<Raw> {
  const asking = request(url, { method, headers });
  asking.end(body);
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
}
