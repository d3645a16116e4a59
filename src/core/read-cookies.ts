/** Returns every cookie of a Cookie header. If a name occurs several times, the first value counts. */
export function readCookies(header: string | null): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of header?.split(";") ?? []) {
    const [name = "", ...value] = part.split("=");
    if (!cookies.has(name.trim())) cookies.set(name.trim(), value.join("=").trim());
  }
  return cookies;
}
