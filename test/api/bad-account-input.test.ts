import { afterAll, describe, expect, test } from "vitest";
import { callerOf, cookieOf, emailOf, type Caller } from "../support/api.ts";
import { sharedApi } from "../support/site.ts";
import { hostileLetters, notAnAnswer } from "./hostile-texts.ts";

const api = await sharedApi();
const cookie = await cookieOf(api.url, "admin");
const inBrowser: Caller = (method, path, body, headers) => callerOf(api)(method, path, body, { cookie, ...headers });

afterAll(() => expect(api.log).toEqual([]));

describe("account data", () => {
  const ofAccounts = [
    ["/jwt", "email"],
    ["/api/users", "email"],
    ["/api/users", "name"],
    ["/api/users", "photoURL"],
  ] as const;
  const accountCases = ofAccounts.flatMap(([path, field]) =>
    Object.entries(hostileLetters).map(([what, value]) => ({ path, field, what, value })),
  );
  const others = [
    { path: "/jwt", field: "email", what: "half an address", value: "admin" },
    { path: "/jwt", field: "email", what: "nothing", value: undefined },
    { path: "/api/users", field: "name", what: "nothing", value: undefined },
  ];

  test.each([...accountCases, ...others])(
    "with $what as $field of $path is refused with an error for that field",
    async (sent) => {
      const { path, field, value } = sent;
      const profile = path === "/jwt" ? {} : { name: "Amina Rahman", email: emailOf("admin") };
      const { status, body, text } = await inBrowser("POST", path, { ...profile, [field]: value });
      expect([status, body]).toMatchObject([
        400,
        { error: { id: "invalid", fields: { [field]: expect.any(String) } } },
      ]);
      expect(text).not.toMatch(notAnAnswer);
    },
  );

  test.each([
    "http://photos.example/a.jpg",
    "javascript:alert(1)",
    "data:image/svg+xml,<svg onload=alert(1)>",
    "//photos.example/a.jpg",
    "https://",
    "https:///a.jpg",
    "https://photos.example/a b.jpg",
    'https://photos.example/"onerror=alert(1)',
    "https://user:secret@photos.example/a.jpg",
    "file:///etc/passwd",
    " ",
    `https://photos.example/${"a".repeat(3000)}`,
  ])("with the photo URL %j is refused", async (photoURL) => {
    const { status, body } = await inBrowser("POST", "/api/users", { name: "Amina Rahman", photoURL });
    expect([status, body]).toMatchObject([400, { error: { fields: { photoURL: expect.any(String) } } }]);
  });
});
