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
  expect(readFlash(request)).toEqual({ message: "hidden", id: "7", at: expect.any(Number) });
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
  expect(readPublicFlash(asked(flashCookie("signed-out")))?.message).toBe("signed-out");
  expect(readPublicFlash(asked(cookie))).toBeNull();
});

test.each([202, 303])("a redirect with status %i clears no flash message", (status) => {
  expect(cookiesOf(asked(cookie), status)).toEqual([]);
});

test.each([
  ["GET", "/dashboard/records/7.data"],
  ["GET", "/dashboard/records/7.data?_routes=dashboard"],
  ["POST", "/dashboard/page-draft"],
])("%s %s, asked by a script, clears no flash message: the page may never show this answer", (method, path) => {
  expect(cookiesOf(asked(cookie, path, method), 200, "text/x-script")).toEqual([]);
});

test("a request without a flash message clears no cookie", () => {
  expect(cookiesOf(asked("flash=; theme=x"), 200)).toEqual([]);
});
