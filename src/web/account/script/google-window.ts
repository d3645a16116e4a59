import { ask, fetchPage, fieldsOf, onSubmit, once, wordsOf } from "../../enhance/in-place.ts";

const windowName = "google";
const channelName = "back-from-google";
const timeToReadMs = 1500;

/** Google in a window of its own; where the browser blocks that, in this one. */
export function openGoogle(): void {
  onSubmit("google", (form, button) => once(button, async () => ({ isLeaving: await visitGoogle(form) })));
}

async function visitGoogle(form: HTMLFormElement): Promise<boolean> {
  say("");
  // At once, while the browser still sees that somebody pressed.
  const popup = open("", windowName, "popup,width=500,height=650");
  if (!popup) say(wordsOf("google-blocked"));
  const fields = fieldsOf(form);
  if (popup) fields.set("window", windowName);
  const [answer] = await Promise.all([ask("/google", fields, "main"), popup ? null : pause(timeToReadMs)]);
  if (!answer || !("leadsTo" in answer)) {
    popup?.close();
    say(wordsOf("no-answer"));
    return false;
  }
  if (!popup) return leaveFor(answer.leadsTo);
  popup.location.href = answer.leadsTo;
  const leadsTo = await backFrom(popup);
  if (leadsTo === null) say(wordsOf("google-closed"));
  else if (!hasProblem(leadsTo)) return leaveFor(leadsTo);
  else say(await problemAt(leadsTo));
  return false;
}

const hasProblem = (address: string) => new URL(address, location.href).searchParams.has("problem");

/** Why Google led to the page of sign-in again. Said here, so that what was typed here stays. */
async function problemAt(address: string): Promise<string> {
  const page = await fetchPage(address);
  return page?.getElementById("google-problem")?.textContent ?? wordsOf("no-answer");
}

function leaveFor(address: string): true {
  location.assign(address);
  return true;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Where the window's last page says to go on; null if somebody closed it before. */
function backFrom(popup: Window): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }) => resolve(typeof data === "string" ? data : null));
  // What the window said last may still be on its way when it is gone.
  const watch = setInterval(() => popup.closed && setTimeout(resolve, 500, null), 250);
  return promise.finally(() => {
    clearInterval(watch);
    channel.close();
  });
}

function say(words: string): void {
  const problem = document.getElementById("google-problem");
  if (problem) problem.textContent = words;
}

/** A page of ours in Google's window sends the page that opened it where to go on, and closes. */
export function comeBackFromGoogle(): void {
  if (!window.opener || window.name !== windowName) return;
  const here = new URL(location.href);
  here.searchParams.delete("window");
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(here.pathname + here.search);
  channel.close();
  close();
}
