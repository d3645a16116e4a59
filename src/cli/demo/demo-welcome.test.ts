import { expect, test } from "vitest";
import { demoWelcome } from "./demo-welcome.ts";

test("the demo says where to sign in, and where the mails are that it does not send", () => {
  const passwords = { of: () => "the password", areKnown: true };
  const said = demoWelcome({ url: "http://localhost:3000", passwords, outbox: "/somewhere/outbox" });
  expect(said).toContain("http://localhost:3000/login");
  expect(said).toMatch(/Mail +is not sent: each is a file in \/somewhere\/outbox$/m);
});
