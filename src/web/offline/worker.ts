/** What a device caches of the site, as the server writes it before the service worker's script. */
export type Shell = {
  /** Of this very content: another one makes another name, and the worker lets the old one go. */
  name: string;
  /** Shown in the place of a page that cannot be fetched. */
  offlinePage: string;
  /** What that page is made of: files whose names change with their content. */
  files: readonly string[];
  /** Pages for everybody beside the first, in small letters. The worker stays out of the way of all others. */
  pages: readonly string[];
  /** Stored only where somebody opened the page that checks slips. */
  check: CheckShell;
};

/** The page that checks slips without a connection, with all that it needs. */
type CheckShell = {
  /** Of this very content, as above. */
  name: string;
  page: string;
  /** What the site says of its keys. The page asks for it anew, and reads the stored one itself where no answer comes. */
  keys: string;
  language: string;
  files: readonly string[];
};

/** The slice of a service worker's world that this one uses. */
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
/** Null where the operator wants nothing stored on devices. */
declare const shell: Shell | null;

if (shell) keep(shell);
else standDownWhenActive();

/** Caches only the files of the shell and the offline page, and handles only requests for these files and public pages. */
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
  // Page and files of one build belong together. If they do not come, the worker before this one stays, with its own.
  if ((await caches.keys()).some(isOfCheck)) await fillCheck(check);
  await self.skipWaiting();
}

async function takeOver({ name, check }: Shell): Promise<void> {
  await forgetCaches((other) => other !== name && other !== check.name);
  await self.clients.claim();
}

/** What the page that checks slips sends, and the answer: whether the device now has all that it needs. */
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
 * All or nothing: a cache that has the page is whole. One that is only there is not: browsers store compiled scripts
 * beside the cached ones, and open a cache anew for that which was deleted meanwhile.
 */
async function fillCheck({ name, page, keys, language, files }: CheckShell): Promise<void> {
  const cache = await caches.open(name);
  if (await cache.match(page, { ignoreVary: true })) return;
  try {
    // As a stranger gets it: no name of who is signed in.
    const asStranger = { credentials: "omit", headers: { "Accept-Language": language } } as const;
    await cache.addAll([page, keys, ...files].map((file) => new Request(file, asStranger)));
  } catch (error) {
    await caches.delete(name);
    throw error;
  }
}

/** The newest page as a rule; the stored one where no connection is, or one that brings nothing in time. */
async function checkPageOr(stored: Shell, event: FetchEvent): Promise<Response> {
  const cached = await caches.match(stored.check.page, { ignoreVary: true });
  if (!cached) return pageOr(stored.offlinePage, event);
  const inTime = new Promise<null>((resolve) => setTimeout(() => resolve(null), longestWaitMs));
  const page = await Promise.race([fetch(event.request).catch(() => null), inTime]);
  return page ?? cached;
}

const longestWaitMs = 3000;

async function fromShell(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

/** What lies below a page for everybody is for everybody as well: a post below the news. */
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

/** Browsers do not remove a worker whose file is gone. This one checks each time it starts, and removes itself. */
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
