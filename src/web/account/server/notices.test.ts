import { expect, test } from "vitest";
import { noticeCookie, noticeFor } from "./notices.server.ts";

const asked = (cookie: string) => new Request("https://site.example/", { headers: { Cookie: cookie } });

test("a notice is shown on the next page", () => {
  const [cookie = ""] = noticeCookie("signed-in").split(";");
  expect(noticeFor(asked(`theme=x; ${cookie}`))).toBe("signed-in");
});

test.each(["notice=<script>", "notice=__proto__", "notice=constructor", "notice", "other=signed-in", ""])(
  "%j says nothing",
  (cookie) => {
    expect(noticeFor(asked(cookie))).toBeNull();
  },
);
