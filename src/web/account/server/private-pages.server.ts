import type { MiddlewareFunction } from "react-router";

type Middleware = MiddlewareFunction<Response>;

const withHeaders =
  (headers: Readonly<Record<string, string>>): Middleware =>
  async (_, next) => {
    const response = await next();
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };

/** For pages whose content is for one person: no cache stores them, and no search engine lists them. */
export const keepPrivate = withHeaders({ "Cache-Control": "no-store", "X-Robots-Tag": "noindex" });

/** For pages that open a provider in a separate window and wait for it. */
export const openProvider = withHeaders({ "Cross-Origin-Opener-Policy": "same-origin-allow-popups" });

/** For pages to which a provider redirects back. Under another policy, its window loses the page that opened it. */
export const comeFromProvider: Middleware = async ({ request }, next) => {
  const response = await next();
  const { search } = new URL(request.url);
  if (/[?&]problem=|window(=|%3D)provider/.test(search)) {
    response.headers.set("Cross-Origin-Opener-Policy", "unsafe-none");
  }
  return response;
};
