/**
 * Registers the service worker with the offline page. Waits until the page has loaded, so that it delays nothing. Each
 * language has its own worker with the offline page in this language. A new worker replaces the old one.
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration> {
  if (document.readyState !== "complete")
    await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  return navigator.serviceWorker.register(`/sw.js?language=${document.documentElement.lang}`);
}
