import { ask, contentOf, fieldsOf, moveFocus, onSubmit, setBusy, takeFocusTarget } from "./in-place.ts";
import { maxProofs, solveIn } from "./solve-challenge.ts";

/** Answers lookups without leaving the page. Fetches the middle part of the page and inserts it into this one. */
export function answerInPlace(): void {
  if (!document.getElementById("lookup")) return;
  /** The search whose answer is awaited. Back ends it. */
  let awaited: object | null = null;
  const { remember } = rememberAnswers((lookup) => {
    awaited = null;
    announce("");
    replaceLookup(lookup);
  });

  async function search(form: HTMLFormElement): Promise<void> {
    if (awaited) return;
    const own = (awaited = {});
    // Read the fields first, because showSearching() replaces some of them.
    const fields = fieldsOf(form);
    showSearching();
    const page = await searchAndProve(form.action, fields);
    inTransition(() => {
      if (awaited !== own) return;
      awaited = null;
      if (!page) return showUnreachable();
      showAnswer(page);
      remember();
    });
  }

  onSubmit("lookup", (form) => void search(form));
}

/** The drawn paper becomes the sheet (record.css), in browsers that can show it. */
function inTransition(change: () => void): void {
  if (!("startViewTransition" in document)) return change();
  // Rejected if the page is hidden: then nothing moves.
  document.startViewTransition(change).ready.catch(() => undefined);
}

async function fetchAnswer(address: string, fields: URLSearchParams): Promise<Document | null> {
  const answer = await ask(address, fields, "lookup");
  return answer && "page" in answer ? answer.page : null;
}

async function searchAndProve(address: string, fields: URLSearchParams): Promise<Document | null> {
  let page = await fetchAnswer(address, fields);
  for (let proofs = 0; page && proofs < maxProofs; proofs += 1) {
    const proof = await solveIn(page);
    if (!proof) break;
    fields.set("proof", proof);
    page = await fetchAnswer(address, fields);
  }
  return page;
}

function showSearching(): void {
  setSearching(true);
  const answer = fillAnswer(contentOf("searching"));
  answer?.scrollIntoView({ block: "nearest" });
  announce(answer?.innerText ?? "");
}

function showUnreachable(): void {
  setSearching(false);
  announce("");
  const content = contentOf(navigator.onLine ? "unreachable" : "offline");
  const target = content && takeFocusTarget(content);
  fillAnswer(content);
  moveFocus(target, "nearest");
}

function showAnswer(page: Document): void {
  const lookup = page.getElementById("lookup");
  if (!lookup) return;
  const target = takeFocusTarget(lookup);
  replaceLookup(lookup);
  document.title = page.title;
  announce("");
  // A phone's screen has no room for both the box and the answer.
  moveFocus(target, matchMedia("(width < 40rem)").matches ? "start" : "nearest");
}

function replaceLookup(replacement: Element): void {
  document.getElementById("lookup")?.replaceWith(replacement);
}

// Read-only, not disabled: browsers do not send disabled fields, and a disabled button loses the focus.
function setSearching(isBusy: boolean): void {
  const form = document.getElementById("lookup-form");
  if (!form) return;
  form.setAttribute("aria-busy", String(isBusy));
  for (const input of form.querySelectorAll("input")) input.readOnly = isBusy;
  setBusy(form.querySelector("button"), isBusy);
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

/** Makes Back lead from an answer to the empty box. Keeps answers in memory, because browsers write history to disk. */
function rememberAnswers(show: (lookup: Element) => void): { remember: () => void } {
  const unasked = currentLookup();
  let answered: Element | null = null;
  let shown = unasked;
  if (!isStep(history.state)) history.replaceState({ answered: false } satisfies Step, "");

  addEventListener("popstate", ({ state }) => {
    if (!isStep(state)) return;
    const step = state.answered ? (answered ?? unasked) : unasked;
    // The wanted answer is already on the page. Only the viewer over it opens or closes.
    if (!step || step === shown) return;
    shown = step;
    show(copyOf(step));
  });

  return {
    remember() {
      answered = shown = currentLookup();
      if (isStep(history.state) && history.state.answered) return;
      history.pushState({ answered: true } satisfies Step, "");
    },
  };
}

type Step = { answered: boolean };

const isStep = (state: unknown): state is Step => typeof state === "object" && state !== null && "answered" in state;

function currentLookup(): Element | null {
  const lookup = document.getElementById("lookup");
  return lookup && copyOf(lookup);
}

/** Returns a copy whose inputs have the values that the server sent, not those that were typed. */
function copyOf(element: Element): Element {
  const copy = document.importNode(element, true);
  for (const input of copy.querySelectorAll("input")) input.value = input.defaultValue;
  return copy;
}
