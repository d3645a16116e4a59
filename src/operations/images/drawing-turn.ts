import { PortalError } from "#core/errors.ts";
import { networkOf } from "#limits/network-of.ts";
import type { Portal } from "../portal.ts";

/** For a route that draws: one process draws for everybody, and one client is not to keep it from the others. */
export async function drawingTurn(
  { drawings }: Portal,
  clientAddress: string,
  leaving: AbortSignal,
): Promise<Disposable> {
  // Whoever has left is given none either.
  const turn = await drawings.ofClients.take(networkOf(clientAddress), leaving).catch(() => null);
  if (!turn) throw new PortalError("unavailable");
  return turn;
}
