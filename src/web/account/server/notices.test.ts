import { expect, test } from "vitest";
import { noticeCookie, noticeFor } from "./notices.server.ts";

const asked = (cookie: string) => new Request("https://site.example/", { headers: { Cookie: cookie } });

test("the next page shows the notice of the cookie", () => {
  const [cookie = ""] = noticeCookie("signed-in").split(";");
  expect(noticeFor(asked(`theme=x; ${cookie}`))).toBe("signed-in");
});

test.each(["notice=<script>", "notice=__proto__", "notice=constructor", "notice", "other=signed-in", ""])(
  "the cookie %j shows no notice",
  (cookie) => {
    expect(noticeFor(asked(cookie))).toBeNull();
  },
);
