/** Handles the submit of forms with this data attribute. Leaves buttons with a `formaction` to the browser. */
export function onSubmit(mark: string, send: (form: HTMLFormElement, button: Element | null) => void): void {
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!(form instanceof HTMLFormElement) || form.dataset[mark] === undefined) return;
    if (submitter?.hasAttribute("formaction")) return;
    event.preventDefault();
    send(form, form.contains(submitter) ? submitter : form.querySelector("button:not([type=button])"));
  });
}

/** Handles clicks on elements that match the selector, including elements added later. */
export function onClick<Clicked extends Element>(
  selector: string,
  kind: new () => Clicked,
  handle: (clicked: Clicked, event: MouseEvent) => void,
): void {
  document.addEventListener("click", (event) => {
    const clicked = event.target instanceof Element && event.target.closest(selector);
    if (clicked instanceof kind) handle(clicked, event);
  });
}

/** True without a key that opens a new tab or window. */
export const isPlainClick = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey;

/** Runs the work once, however often the user presses. The button stays busy if the work leads away from the page. */
export function once(button: Element | null, work: () => Promise<{ isLeaving: boolean }>): void {
  if (button?.getAttribute("aria-disabled") === "true") return;
  setBusy(button, true);
  void work().then(({ isLeaving }) => isLeaving || setBusy(button, false));
}

/** Uses aria-disabled, because a disabled button would lose the focus. */
export function setBusy(button: Element | null, isBusy: boolean): void {
  button?.setAttribute("aria-disabled", String(isBusy));
}

export function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  return fields;
}

/** The address of the server's redirect, or the page that it sent. Null if no usable response arrived. */
export type PageAnswer = { leadsTo: string } | { page: Document } | null;

/** Sends the fields of a form. A page counts as an answer if it has an element with this id. */
export const ask = (address: string, body: URLSearchParams, id: string): Promise<PageAnswer> =>
  fetchInTime(address, { method: "POST", body, headers: { "X-In-Place": "1" } }, async (response) => {
    const leadsTo = response.headers.get("Location");
    if (leadsTo !== null) return { leadsTo };
    const page = await pageIn(response);
    return page.getElementById(id) && { page };
  });

export const fetchPage = (address: string): Promise<Document | null> => fetchInTime(address, {}, pageIn);

const maxWaitMs = 20_000;

export async function fetchInTime<Result>(
  address: string,
  request: RequestInit,
  read: (response: Response) => Promise<Result>,
): Promise<Result | null> {
  const cancel = new AbortController();
  const timer = setTimeout(() => cancel.abort(), maxWaitMs);
  try {
    return await read(await fetch(address, { ...request, signal: cancel.signal }));
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

export const pageIn = async (response: Response) => new DOMParser().parseFromString(await response.text(), "text/html");

/**
 * Returns the element that the server marked with `autofocus`, and removes the mark. Browsers apply it only while a
 * page loads. Later it only causes warnings.
 */
export function takeFocusTarget(content: ParentNode): HTMLElement | null {
  const targets = [...content.querySelectorAll<HTMLElement>("[autofocus]")];
  for (const target of targets) target.removeAttribute("autofocus");
  return targets[0] ?? null;
}

export function moveFocus(target: HTMLElement | null, block: ScrollLogicalPosition): void {
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block });
}

/** Returns a copy of a template's content, which the server wrote in the visitor's language. */
export function contentOf(templateId: string): DocumentFragment | null {
  const template = document.getElementById(templateId);
  return template instanceof HTMLTemplateElement ? document.importNode(template.content, true) : null;
}

export const wordsOf = (templateId: string): string => contentOf(templateId)?.textContent ?? "";
