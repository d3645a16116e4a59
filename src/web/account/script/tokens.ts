/** The token of a mailed link. It comes in the address once, and in the form from then on. */
export const tokenIn = (request: Request): string => new URL(request.url).searchParams.get("token") ?? "";
