import { registerWorker } from "../../enhance/register-worker.ts";

type KeepState = "not-ready" | "working" | "ready" | "failed";

/** Shows whether the device has stored this page. Stores it unless the browser is set to save data. */
export function watchKeeping(): void {
  if (!document.getElementById("check-keep")) return;
  // Service workers are missing under plain HTTP and in some private windows.
  if (!("serviceWorker" in navigator)) return;
  const connection = "connection" in navigator ? (navigator.connection as { saveData?: boolean }) : {};
  if (!connection.saveData) void keepPage();
  // A new worker lists the files that a newer page needs.
  navigator.serviceWorker.addEventListener("controllerchange", () => void keepPage());
}

let keeping: Promise<boolean> | undefined;

export async function keepPage(): Promise<void> {
  if (!keeping) say("working");
  keeping ??= askWorker();
  const isKept = await keeping.catch(() => false);
  keeping = undefined;
  say(isKept ? "ready" : "failed");
}

/** Returns true if the worker has stored the page with all its files. It never stores only a part. */
async function askWorker(): Promise<boolean> {
  const active = await activeWorker();
  if (!active) return false;
  const { port1, port2 } = new MessageChannel();
  const answered = new Promise<boolean>((resolve) => {
    port1.addEventListener("message", ({ data }: MessageEvent<unknown>) => resolve(data === true));
    port1.start();
  });
  active.postMessage("keep-check", [port2]);
  return answered;
}

/**
 * Returns the worker, and installs it again if that failed before. Null if it fails now: then `serviceWorker.ready`
 * would never resolve.
 */
async function activeWorker(): Promise<ServiceWorker | null> {
  const { active, waiting, installing } = await registerWorker();
  const worker = active ?? waiting ?? installing;
  while (worker && worker.state !== "activated") {
    if (worker.state === "redundant") return null;
    await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
  }
  return worker;
}

function say(state: KeepState): void {
  const section = document.getElementById("check-keep");
  if (!section) return;
  for (const text of section.querySelectorAll<HTMLElement>("[data-when]")) text.hidden = text.dataset["when"] !== state;
  const button = section.querySelector<HTMLElement>("[data-check-keep]");
  if (button) button.hidden = state === "ready" || state === "working";
}
