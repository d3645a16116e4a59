/** Has the device keep what it needs to say that there is no line. After the page, so that nothing on it waits. */
export function keepShell(): void {
  // Not there under plain HTTP.
  if (!("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") register();
  else addEventListener("load", register);
}

/** Each language has a worker of its own, with the page in its words; a new one takes the old one's place. */
function register(): void {
  const worker = `/sw.js?language=${document.documentElement.lang}`;
  // Where storing is forbidden, the site does without.
  navigator.serviceWorker.register(worker).catch(() => undefined);
}
