/** What a device caches of the site. The server writes this constant in front of the service worker's script. */
export type Shell = {
  /** The name of the cache, with a hash of the content. New content makes a new cache, and the old one is deleted. */
  name: string;
  /** Shown instead of a page that cannot be fetched. */
  offlinePage: string;
  /** The files of the offline page. Their names change with their content. */
  files: readonly string[];
  /** The public pages except the first page, in lower case. The worker ignores all other pages. */
  pages: readonly string[];
  /** Stored only on devices that have opened the check page. */
  check: CheckShell;
};

/** The check page, which checks slips without a connection, with everything that it needs. */
type CheckShell = {
  /** The name of the cache, with a hash of the content. */
  name: string;
  page: string;
  /** The address of the site's keys. The page fetches them again, and reads the stored keys itself if that fails. */
  keys: string;
  /** The address of the registers that the site believes. The page fetches them again, too. */
  registers: readonly string[];
  language: string;
  files: readonly string[];
};

/** The part of the service worker's global scope that this script uses. */
type WorkerScope = {
  registration: { unregister: () => Promise<boolean> };
  location: Location;
  clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: {
    (type: "install" | "activate", listener: (event: Lifecycle) => void): void;
    (type: "message", listener: (event: Lifecycle & MessageEvent<unknown>) => void): void;
    (type: "fetch", listener: (event: FetchEvent) => void): void;
  };
};
type Lifecycle = { waitUntil: (work: Promise<unknown>) => void };
type FetchEvent = Lifecycle & { request: Request; respondWith: (answer: Promise<Response>) => void };

declare const self: WorkerScope;
/** Null if the operator wants nothing stored on devices. */
declare const shell: Shell | null;

if (shell) keep(shell);
else standDownWhenActive();

/** Caches only the offline page, the check page and their files. Handles only requests for these and public pages. */
function keep(stored: Shell): void {
  self.addEventListener("install", (event) => event.waitUntil(fill(stored)));
  self.addEventListener("activate", (event) => event.waitUntil(takeOver(stored)));
  self.addEventListener("message", (event) => {
    if (event.data === keepCheck) event.waitUntil(answerWhetherKept(event, stored.check));
  });
  self.addEventListener("fetch", (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname, search } = new URL(url);
    if (method !== "GET" || origin !== self.location.origin) return;
    const file = pathname + search;
    if (stored.files.includes(file) || stored.check.files.includes(file)) event.respondWith(fromShell(event.request));
    else if (mode === "navigate" && pathname.toLowerCase() === stored.check.page)
      event.respondWith(checkPageOr(stored, event));
    else if (mode === "navigate" && isForEverybody(stored, pathname))
      event.respondWith(pageOr(stored.offlinePage, event));
  });
}

async function fill({ name, offlinePage, files, check }: Shell): Promise<void> {
  const cache = await caches.open(name);
  await cache.addAll([offlinePage, ...files].map((file) => new Request(file, { credentials: "omit" })));
  // Page and files of one build belong together. If they cannot be fetched, the previous worker stays with its own.
  if ((await caches.keys()).some(isOfCheck)) await fillCheck(check);
  await self.skipWaiting();
}

async function takeOver({ name, check }: Shell): Promise<void> {
  await forgetCaches((other) => other !== name && other !== check.name);
  await self.clients.claim();
}

/** The message that the check page sends. The reply is true if the device now has everything that the page needs. */
const keepCheck = "keep-check";

async function answerWhetherKept({ ports: [port] }: MessageEvent<unknown>, check: CheckShell): Promise<void> {
  const isKept = await fillCheck(check).then(
    () => true,
    () => false,
  );
  port?.postMessage(isKept);
}

const isOfCheck = (name: string) => name.startsWith("check-");

/**
 * Stores everything or nothing. A cache that contains the page is complete. A cache that merely exists may not be:
 * browsers store compiled scripts in the cache of their source, and create a deleted cache again for this.
 */
async function fillCheck({ name, page, keys, registers, language, files }: CheckShell): Promise<void> {
  const cache = await caches.open(name);
  if (await cache.match(page, { ignoreVary: true })) return;
  try {
    // Fetch without cookies, so that the stored page has no name of a signed-in user.
    const asStranger = { credentials: "omit", headers: { "Accept-Language": language } } as const;
    await cache.addAll([page, keys, ...registers, ...files].map((file) => new Request(file, asStranger)));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

/** Returns the newest page, or the stored page if there is no connection or no response in time. */
async function checkPageOr(stored: Shell, event: FetchEvent): Promise<Response> {
  const cached = await caches.match(stored.check.page, { ignoreVary: true });
  if (!cached) return pageOr(stored.offlinePage, event);
  const inTime = new Promise<null>((resolve) => setTimeout(() => resolve(null), maxWaitMs));
  const page = await Promise.race([fetch(event.request).catch(() => null), inTime]);
  return page ?? cached;
}

const maxWaitMs = 3000;

async function fromShell(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** True for public pages and for all addresses below them, for example a post below the news. */
function isForEverybody({ pages }: Shell, pathname: string): boolean {
  const path = pathname.toLowerCase();
  return path === "/" || pages.some((page) => path === page || path.startsWith(`${page}/`));
}

async function pageOr(offlinePage: string, event: FetchEvent): Promise<Response> {
  try {
    const page = await fetch(event.request);
    event.waitUntil(standDownIfGone());
    return page;
  } catch {
    return (await caches.match(offlinePage, { ignoreVary: true })) ?? Response.error();
  }
}

let hasLooked = false;

/** Removes this worker if its file no longer exists, because browsers do not. Checks once per start of the worker. */
async function standDownIfGone(): Promise<void> {
  if (hasLooked) return;
  hasLooked = true;
  const own = await fetch(self.location.href, { method: "HEAD", cache: "no-store" }).catch(() => null);
  if (own?.status === 404 || own?.status === 410) await standDown();
}

async function standDown(): Promise<void> {
  await forgetCaches(() => true);
  await self.registration.unregister();
}

function standDownWhenActive(): void {
  self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));
  self.addEventListener("activate", (event) => event.waitUntil(standDown()));
}

async function forgetCaches(isOld: (name: string) => boolean): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
}
