const longestWait = 20_000;

/** The page that answers the form, or null if the site did not send one. */
export async function fetchAnswer(address: string, fields: URLSearchParams): Promise<Document | null> {
  const cancel = new AbortController();
  const timer = setTimeout(() => cancel.abort(), longestWait);
  try {
    const response = await fetch(address, { method: "POST", body: fields, signal: cancel.signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    return page.getElementById("lookup") ? page : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

export function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  return fields;
}
