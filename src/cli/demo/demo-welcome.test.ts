import { expect, test } from "vitest";
import { demoMail, demoWelcome } from "./demo-welcome.ts";

test("the demo prints where to sign in, and where its unsent mails are", () => {
  const passwords = { of: () => "the password", areKnown: true };
  const said = demoWelcome({ url: "http://localhost:3000", passwords, outbox: "/somewhere/outbox" });
  expect(said).toContain("http://localhost:3000/login");
  expect(said).toMatch(/Mail +is not sent: each appears here, and is a file in \/somewhere\/outbox$/m);
  const mail = {
    to: "a@example.com",
    senderName: "Agency",
    subject: "Hello",
    text: "Open this:\n\nhttp://localhost\n",
  };
  expect(demoMail(mail)).toContain("Mail to a@example.com: Hello\n\n  | Open this:\n  | \n  | http://localhost");
});
