import type { Page, Request } from "@playwright/test";
import { shown } from "./support/records.ts";
import { expect, test } from "./support/test.ts";

type Loaded = { type: string; bytes: number };

/** Records what the page loads from now on, with the bytes of each response. */
function loadedBy(page: Page): () => Promise<Loaded[]> {
  const all: Request[] = [];
  page.on("requestfinished", (request) => all.push(request));
  // Sizes are read while the page is open: a request that ends when the page closes has no sizes.
  const sizeOf = async (request: Request) => ({
    type: request.resourceType(),
    bytes: (await request.sizes()).responseBodySize,
  });
  return () => Promise.all(all.map(sizeOf));
}

const bytesIn = (loaded: readonly Loaded[]) => loaded.reduce((sum, { bytes }) => sum + bytes, 0);

// Each other public page loads what one of these loads.
for (const path of ["/", "/login", "/check"]) {
  test(`${path} loads no framework, at most 15 kB of script and at most 20 kB of style`, async ({ visitor, page }) => {
    const loaded = loadedBy(page);
    await page.goto(path, { waitUntil: "networkidle" });
    if (path === "/") {
      await visitor.looksUp(shown.passport);
      await visitor.readsThatItIsPublished();
    }
    const all = await loaded();
    for (const [kind, most] of [
      ["script", 15_000],
      ["stylesheet", 20_000],
    ] as const) {
      const bytes = bytesIn(all.filter(({ type }) => type === kind));
      expect(bytes).toBeLessThanOrEqual(most);
      expect(bytes).toBeGreaterThan(0);
    }
  });
}

test("a first visit in Bangla loads at most 90 kB, fonts included", async ({ page, context, portal }) => {
  await context.addCookies([{ name: "language", value: "bn", url: portal.url }]);
  const loaded = loadedBy(page);
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const bytes = bytesIn(await loaded());
  expect(bytes).toBeGreaterThan(40_000);
  expect(bytes).toBeLessThanOrEqual(90_000);
});

test("security headers of every page forbid what the page does not need", async ({ request }) => {
  for (const path of ["/", "/Check_Visa", "/no/such/page"]) {
    const headers = (await request.get(path)).headers();
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(headers["content-security-policy"]).not.toContain("unsafe");
    expect(headers).toMatchObject({
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
  }
});

test("only the page that reads QR codes may compile WebAssembly and use the camera", async ({ request }) => {
  const [check, first] = await Promise.all(["/check", "/"].map(async (path) => (await request.get(path)).headers()));
  expect(check?.["content-security-policy"]).toContain("'wasm-unsafe-eval'; ");
  expect(check?.["content-security-policy"]?.replace(" 'wasm-unsafe-eval'", "")).toBe(
    first?.["content-security-policy"],
  );
  expect(check?.["permissions-policy"]).toContain("camera=(self),");
  expect(first?.["permissions-policy"]).toContain("camera=(),");
});

test("a script that was injected into a page does not run", async ({ visitor, page, allowConsoleErrors }) => {
  allowConsoleErrors(/Content Security Policy|TrustedScript/);
  await visitor.opens("/");
  const refused = page.waitForEvent("console", (message) =>
    /Content Security Policy|TrustedScript/.test(message.text()),
  );
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.append("document.title = 'it ran'");
    document.head.append(script);
  });
  await refused;
  expect(await page.title()).not.toBe("it ran");
});

test("staff pages show only images of this site, and no text becomes HTML or a script", async ({
  admin,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/Content Security Policy|Trusted(HTML|Script)/);
  const { page } = admin;
  const picture = "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>";
  await page.route("https://elsewhere.example/*", (route) =>
    route.fulfill({ contentType: "image/svg+xml", body: picture }),
  );
  const policy = (await page.goto("/dashboard"))?.headers()["content-security-policy"];
  expect(policy).toContain("img-src 'self';");
  expect(policy).toContain("require-trusted-types-for 'script'");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const outcomes = await page.evaluate(async () => {
    const tried = (work: () => void) => {
      try {
        work();
        return "done";
      } catch {
        return "refused";
      }
    };
    const image = new Image();
    const loaded = new Promise((resolve) => {
      image.addEventListener("load", () => resolve("done"));
      image.addEventListener("error", () => resolve("refused"));
    });
    image.src = "https://elsewhere.example/a.svg";
    const [part, script] = [document.createElement("p"), document.createElement("script")];
    return [
      await loaded,
      tried(() => (part.innerHTML = "<b>text</b>")),
      tried(() => (script.src = "https://elsewhere.example/a.js")),
      tried(() => (script.text = "0")),
      tried(() => (script.src = "/assets/a.js")),
    ];
  });
  expect(outcomes).toEqual(["refused", "refused", "refused", "refused", "done"]);
});
