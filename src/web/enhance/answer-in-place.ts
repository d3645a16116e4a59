import { rememberAnswers } from "./answer-history.ts";
import { solveIn } from "./solve-challenge.ts";
import { contentOf } from "./missing-images.ts";

/** Answers lookups without leaving the page: the server makes the same page as ever, its middle is put in here. */
export function answerInPlace(): void {
  if (!document.getElementById("lookup")) return;
  const { remember } = rememberAnswers(replaceLookup);
  let isSearching = false;

  async function search(form: HTMLFormElement): Promise<void> {
    if (isSearching) return;
    isSearching = true;
    // What is shown while it searches takes the place of fields.
    const fields = fieldsOf(form);
    showSearching();
    const page = await searchAndProve(form.action, fields);
    isSearching = false;
    if (!page) return showUnreachable();
    showAnswer(page);
    remember();
  }

  document.addEventListener("submit", (event) => {
    const form = event.target;
    const isElsewhere = event.submitter?.hasAttribute("formaction");
    if (!(form instanceof HTMLFormElement) || !("lookup" in form.dataset) || isElsewhere) return;
    event.preventDefault();
    void search(form);
  });
}

/** What a proof is worth may have risen while it was made, so there is a second try. */
const mostProofs = 2;

async function searchAndProve(address: string, fields: URLSearchParams): Promise<Document | null> {
  let page = await fetchAnswer(address, fields);
  for (let proofs = 0; page && proofs < mostProofs; proofs += 1) {
    const proof = await solveIn(page);
    if (!proof) break;
    fields.set("proof", proof);
    page = await fetchAnswer(address, fields);
  }
  return page;
}

function showSearching(): void {
  setBusy(true);
  const answer = fillAnswer(contentOf("searching"));
  answer?.scrollIntoView({ block: "nearest" });
  announce(answer?.innerText ?? "");
}

function showUnreachable(): void {
  setBusy(false);
  announce("");
  const content = contentOf(navigator.onLine ? "unreachable" : "offline");
  const target = content && takeFocusTarget(content);
  fillAnswer(content);
  moveFocus(target);
}

function showAnswer(page: Document): void {
  const lookup = page.getElementById("lookup");
  if (!lookup) return;
  const target = takeFocusTarget(lookup);
  replaceLookup(lookup);
  document.title = page.title;
  announce("");
  moveFocus(target);
}

function replaceLookup(replacement: Element): void {
  document.getElementById("lookup")?.replaceWith(replacement);
}

// Read-only and not disabled: what is disabled is not sent, and a disabled button loses the focus.
function setBusy(isBusy: boolean): void {
  const form = document.getElementById("lookup-form");
  if (!form) return;
  form.setAttribute("aria-busy", String(isBusy));
  for (const input of form.querySelectorAll("input")) input.readOnly = isBusy;
  form.querySelector("button")?.setAttribute("aria-disabled", String(isBusy));
}

function fillAnswer(content: Node | null): HTMLElement | null {
  const answer = document.getElementById("answer");
  if (content) answer?.replaceChildren(content);
  return answer;
}

function announce(text: string): void {
  const status = document.getElementById("lookup-status");
  if (status) status.textContent = text;
}

/** The server marks what shall have the focus. Browsers heed the mark only while a page loads, and complain later. */
function takeFocusTarget(content: ParentNode): HTMLElement | null {
  const target = content.querySelector<HTMLElement>("[autofocus]");
  target?.removeAttribute("autofocus");
  return target;
}

function moveFocus(target: HTMLElement | null): void {
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest" });
}

const longestWait = 20_000;

/** The page that answers the form, or null if the site did not send one. */
async function fetchAnswer(address: string, fields: URLSearchParams): Promise<Document | null> {
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

function fieldsOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  return fields;
}
