const longestWait = 20_000;

/** Where the server leads, or the page that it shows instead; null if no answer came. */
export type Answer = { leadsTo: string } | { page: Document } | null;

/** Sends what a form would send, for us to read the answer. */
export async function askServer(path: string, body: URLSearchParams): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: "POST",
      body,
      headers: { "X-In-Place": "1" },
      signal: AbortSignal.timeout(longestWait),
    });
    const leadsTo = response.headers.get("Location");
    if (leadsTo !== null) return { leadsTo };
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.getElementById("main") ? { page } : null;
  } catch {
    return null;
  }
}

export async function fetchPage(path: string): Promise<Document | null> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(longestWait) });
    return new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    return null;
  }
}

/** A sentence that the server wrote into the page for us. */
export function wordsOf(templateId: string): string {
  const template = document.getElementById(templateId);
  return template instanceof HTMLTemplateElement ? (template.content.textContent ?? "") : "";
}
