import { contentOf, fetchInTime, fieldsOf, once, pageIn } from "./in-place.ts";
import { maxProofs, solveIn } from "./solve-challenge.ts";

type Kept = { file: Blob; name: string } | { page: Document } | null;

/** Fetches the receipt of an answer, and does the proof of work if there is one to do, while the answer stays. */
export function keepAnswer(): void {
  document.addEventListener("submit", (event) => {
    const { target: form, submitter: button } = event;
    if (!(form instanceof HTMLFormElement) || !(button instanceof HTMLButtonElement)) return;
    if (button.name !== "keep" || isLeftToBrowser.has(button)) return;
    event.preventDefault();
    once(button, () => keep(form, button));
  });
}

/** Buttons whose answer is a page, which the browser has to show: a wait or a refusal. */
const isLeftToBrowser = new WeakSet<Element>();

async function keep(form: HTMLFormElement, button: HTMLButtonElement): Promise<{ isLeaving: boolean }> {
  const fields = fieldsOf(form);
  fields.set(button.name, button.value);
  const kept = await askAndProve(button.formAction, fields);
  const said = button.nextElementSibling;
  if (said?.matches("[role=alert]")) said.remove();
  if (kept === null) button.after(whyNot());
  else if ("file" in kept) save(kept);
  else {
    isLeftToBrowser.add(button);
    form.requestSubmit(button);
  }
  return { isLeaving: false };
}

async function askAndProve(address: string, fields: URLSearchParams): Promise<Kept> {
  let kept = await ask(address, fields);
  for (let proofs = 0; kept && "page" in kept && proofs < maxProofs; proofs += 1) {
    const proof = await solveIn(kept.page);
    if (!proof) break;
    fields.set("proof", proof);
    kept = await ask(address, fields);
  }
  return kept;
}

const ask = (address: string, body: URLSearchParams): Promise<Kept> =>
  fetchInTime(address, { method: "POST", body, headers: { "X-In-Place": "1" } }, async (response) => {
    if (response.headers.get("Content-Type") !== "application/pdf") return { page: await pageIn(response) };
    const [, name = "receipt.pdf"] = /filename="(.*?)"/.exec(response.headers.get("Content-Disposition") ?? "") ?? [];
    return { file: await response.blob(), name };
  });

function save({ file, name }: { file: Blob; name: string }): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser may read the file a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function whyNot(): HTMLElement {
  const why = document.createElement("p");
  why.role = "alert";
  why.append(contentOf(navigator.onLine ? "unreachable" : "offline")?.querySelector("p") ?? "");
  return why;
}
