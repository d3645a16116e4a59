import type { MiddlewareFunction } from "react-router";
import { contentSecurityPolicy } from "../../frame/page-headers.server.ts";

type Middleware = MiddlewareFunction<Response>;

const withHeaders =
  (headers: Readonly<Record<string, string>>): Middleware =>
  async (_, next) => {
    const response = await next();
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };

/** What a page of accounts says is for one person, now. */
export const keepPrivate = withHeaders({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });

/** For pages whose address holds a token. "no-referrer" would make browsers send forms with "Origin: null". */
export const keepAddress = withHeaders({ "Referrer-Policy": "strict-origin" });

/** For pages that open Google in a window of its own and wait for it. */
export const openGoogle = withHeaders({ "Cross-Origin-Opener-Policy": "same-origin-allow-popups" });

/** For pages to which Google leads back. Under another policy, its window would lose touch with the page that opened it. */
export const comeFromGoogle: Middleware = async ({ request }, next) => {
  const response = await next();
  const { search } = new URL(request.url);
  if (/[?&]problem=|window(=|%3D)google/.test(search)) {
    response.headers.set("Cross-Origin-Opener-Policy", "unsafe-none");
  }
  return response;
};

/** For pages that show somebody's picture from the address that they gave. */
export const showForeignPhotos = withHeaders({
  "Content-Security-Policy": contentSecurityPolicy({ foreignImages: true }),
});
