/** The path of a call as the router writes it. */
export const routeOf = ({ path }: { path: string }): string => path.replaceAll(/\{(\w+)\}/g, ":$1");
