import { refusedFor } from "#core/errors.ts";
import { networkOf } from "#limits/network-of.ts";
import type { Portal } from "../portal/portal.ts";

/** For a route that draws. One process draws for everybody, so the turns keep one client from blocking the others. */
export async function drawingTurn(
  { drawings }: Portal,
  clientAddress: string,
  leaving: AbortSignal,
): Promise<Disposable> {
  // A client that has disconnected gets no turn either.
  const turn = await drawings.ofClients.take(networkOf(clientAddress), leaving).catch(() => null);
  if (!turn) throw refusedFor("lack of room");
  return turn;
}
