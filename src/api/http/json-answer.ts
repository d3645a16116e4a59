/** Nothing of these answers is for caches or for search engines. */
export const privateHeaders = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };

/** Built plainly: the server sends headers of this form on as they are, which is half of the cost of a short answer. */
export const jsonAnswer = (value: unknown, status: number, headers: Readonly<Record<string, string>>): Response =>
  new Response(JSON.stringify(value), { status, headers: { "Content-Type": "application/json", ...headers } });
