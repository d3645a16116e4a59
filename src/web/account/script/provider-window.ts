import { ask, fetchPage, fieldsOf, onSubmit, once, wordsOf } from "../../enhance/in-place.ts";

const windowName = "provider";
const channelName = "back-from-provider";
const timeToReadMs = 1500;

/** Opens a provider in a separate window, or in this window if the browser blocks popups. */
export function openProvider(): void {
  onSubmit("provider", (form, button) => once(button, async () => ({ isLeaving: await visitProvider(form) })));
}

async function visitProvider(form: HTMLFormElement): Promise<boolean> {
  say("");
  // Open the popup before any `await`: browsers block popups that do not directly follow a click.
  const popup = open("", windowName, "popup,width=500,height=650");
  const fields = fieldsOf(form);
  const id = fields.get("provider") ?? "";
  if (!popup) say(wordsOf(`provider-blocked-${id}`));
  if (popup) fields.set("window", windowName);
  const [answer] = await Promise.all([ask("/provider", fields, "main"), popup ? null : pause(timeToReadMs)]);
  if (!answer || !("leadsTo" in answer)) {
    popup?.close();
    say(wordsOf("no-answer"));
    return false;
  }
  if (!popup) return leaveFor(answer.leadsTo);
  popup.location.href = answer.leadsTo;
  const leadsTo = await backFrom(popup);
  if (leadsTo === null) say(wordsOf(`provider-closed-${id}`));
  else if (!hasProblem(leadsTo)) return leaveFor(leadsTo);
  else say(await problemAt(leadsTo));
  return false;
}

const hasProblem = (address: string) => new URL(address, location.href).searchParams.has("problem");

/** Returns the problem that the sign-in page would show. This page shows it instead, so that the typed values stay. */
async function problemAt(address: string): Promise<string> {
  const page = await fetchPage(address);
  return page?.getElementById("provider-problem")?.textContent ?? wordsOf("no-answer");
}

function leaveFor(address: string): true {
  location.assign(address);
  return true;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Returns the address that the popup's last page sends, or null if the user closed the popup before. */
function backFrom(popup: Window): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }) => resolve(typeof data === "string" ? data : null));
  // The popup's last message may arrive after the popup is closed.
  const watch = setInterval(() => popup.closed && setTimeout(resolve, 500, null), 250);
  return promise.finally(() => {
    clearInterval(watch);
    channel.close();
  });
}

function say(words: string): void {
  const problem = document.getElementById("provider-problem");
  if (problem) problem.textContent = words;
}

/** On our last page in the provider's window: sends the next address to the page that opened the window, then closes it. */
export function comeBackFromProvider(): void {
  if (!window.opener || window.name !== windowName) return;
  const here = new URL(location.href);
  here.searchParams.delete("window");
  const channel = new BroadcastChannel(channelName);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(here.pathname + here.search);
  channel.close();
  close();
}
