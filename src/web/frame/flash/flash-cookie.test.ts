import { expect, test } from "vitest";
import { clearShownFlash, flashCookie, readFlash, readPublicFlash } from "./flash-cookie.server.ts";

const asked = (cookie: string, path = "/", method = "GET") =>
  new Request(`https://site.example${path}`, { method, headers: { Cookie: cookie } });
const html = "text/html; charset=utf-8";
const cookiesOf = (request: Request, status: number, type = html) => {
  const response = new Response(null, { status, headers: { "Content-Type": type } });
  clearShownFlash(request, response);
  return response.headers.getSetCookie();
};

const [cookie = ""] = flashCookie("hidden", "7").split(";");

test("a flash message is shown on the next page, and this page clears it", () => {
  const request = asked(`theme=x; ${cookie}`);
  expect(readFlash(request)).toEqual({ message: "hidden", id: "7" });
  expect(cookiesOf(request, 200)).toEqual([expect.stringContaining("flash=; Path=/; Max-Age=0")]);
  expect(cookiesOf(request, 404)).toHaveLength(1);
});

test.each(["flash=<script>", "flash=__proto__", "flash=constructor.7", "flash", "other=saved.", ""])(
  "the cookie %j shows no message",
  (forged) => {
    expect(readFlash(asked(forged))).toBeNull();
  },
);

test("a public page shows a message without a name, and none about a record", () => {
  expect(readPublicFlash(asked(flashCookie("signed-out")))).toBe("signed-out");
  expect(readPublicFlash(asked(cookie))).toBeNull();
});

test.each([202, 303])("a redirect with status %i clears no flash message", (status) => {
  expect(cookiesOf(asked(cookie), status)).toEqual([]);
});

const data = "text/x-script";

test("an action requested by a script clears no flash message, because the next page shows it", () => {
  expect(cookiesOf(asked(cookie, "/dashboard/add.data", "POST"), 200, data)).toEqual([]);
  expect(cookiesOf(asked(cookie, "/dashboard/add", "POST"), 200)).toHaveLength(1);
  expect(cookiesOf(asked(cookie, "/dashboard/add.data"), 200, data)).toHaveLength(1);
});

test("data for other routes than the dashboard's layout clears no flash message", () => {
  expect(cookiesOf(asked(cookie, "/dashboard/records/7.data?_routes=dashboard%2Frecord"), 200, data)).toEqual([]);
  expect(cookiesOf(asked(cookie, "/dashboard/records/7.data?_routes=dashboard"), 200, data)).toHaveLength(1);
});

test("a draft that is saved before the next page is shown clears no flash message", () => {
  expect(cookiesOf(asked(cookie, "/dashboard/page-draft", "POST"), 204, "")).toEqual([]);
});

test("a request without a flash message clears no cookie", () => {
  expect(cookiesOf(asked("flash=; theme=x"), 200)).toEqual([]);
});
