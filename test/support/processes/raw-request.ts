import { connect } from "node:net";

/** Sends bytes unchanged. Returns all that was received until the response was complete or the connection closed. */
export async function sendRaw(url: string, request: string | Buffer): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const { promise, resolve } = Promise.withResolvers<string>();
  let heard = "";
  const end = () => resolve(heard);
  socket.on("data", (bytes: Buffer) => {
    heard += bytes.toString("latin1");
    if (isWhole(heard)) end();
  });
  socket.on("close", end).on("error", end);
  socket.write(request);
  const answer = await promise;
  socket.destroy();
  return answer;
}

function isWhole(heard: string): boolean {
  const end = heard.indexOf("\r\n\r\n");
  if (/^transfer-encoding: chunked/im.test(heard.slice(0, end + 1))) return heard.endsWith("\r\n0\r\n\r\n");
  const length = /^content-length: (\d+)/im.exec(heard)?.[1];
  return end !== -1 && length !== undefined && heard.length >= end + 4 + Number(length);
}

export const statusIn = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1] ?? Number.NaN);
