import { expect, test } from "vitest";
import { forgetTold, noticeCookie, noticeFor } from "./notices.ts";

const asked = (cookie: string) => new Request("https://site.example/", { headers: { Cookie: cookie } });
const cookiesOf = (request: Request, status: number) => {
  const response = new Response(null, { status });
  forgetTold(request, response);
  return response.headers.getSetCookie();
};

test("a notice is told on the next page and forgotten with it", () => {
  const [cookie = ""] = noticeCookie("signed-in").split(";");
  const request = asked(`theme=x; ${cookie}`);
  expect(noticeFor(request)).toBe("signed-in");
  expect(cookiesOf(request, 200)).toEqual([expect.stringContaining("notice=; Path=/; Max-Age=0")]);
  expect(cookiesOf(request, 303)).toEqual([]);
});

test.each(["notice=<script>", "notice=__proto__", "notice=constructor", "notice", "other=signed-in", ""])(
  "%j tells nothing",
  (cookie) => {
    expect(noticeFor(asked(cookie))).toBeNull();
    expect(cookiesOf(asked(cookie), 200)).toEqual([]);
  },
);
