import { openOwnPhoto } from "#operations/accounts/photos.ts";
import { signedInVisit } from "../../frame/known-visitor.server.ts";
import type { Route } from "./+types/photo.route.ts";

/** The user's own picture. Another picture has another address. */
export async function loader({ context }: Route.LoaderArgs): Promise<Response> {
  const { portal, actor } = await signedInVisit(context);
  const image = await openOwnPhoto(portal, actor);
  const headers = { "Cache-Control": "private, max-age=600", "X-Robots-Tag": "noindex" };
  if (!image) return new Response(null, { status: 404, headers: { ...headers, "Cache-Control": "no-store" } });
  return new Response(new Uint8Array(image), { headers: { ...headers, "Content-Type": "image/webp" } });
}
