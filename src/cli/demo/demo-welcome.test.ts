import { expect, test } from "vitest";
import { dhaka } from "#demo/agencies/dhaka.ts";
import { demoMail, demoWelcome } from "./demo-welcome.ts";

test("the demo prints where to sign in, and where its unsent mails are", () => {
  const passwords = { of: () => "the password", areKnown: true };
  const card = { number: "A12345678", address: "http://localhost:3000/my-record#CODE", parent: "Abdul Karim" };
  const served = {
    url: "http://localhost:3000",
    agency: dhaka,
    passwords,
    isComplete: true,
    outbox: "/somewhere/outbox",
  };
  const said = demoWelcome({ ...served, card });
  expect(said).toContain("http://localhost:3000/login, where one press signs in");
  expect(said).toContain(
    "my-record#CODE is on the card of A12345678: the page asks for a parent's name, such as Abdul Karim",
  );
  expect(said).toContain("W123456789  W345678901\n");
  expect(said).toMatch(/Google +Sign-in with Google needs a client ID/);
  expect(demoWelcome({ ...served, card: null })).toContain("The page of A12345678 was opened before");
  expect(said).toMatch(/Mail +is not sent: each appears here, and is a file in \/somewhere\/outbox$/m);
  const mail = {
    to: "a@example.com",
    senderName: "Agency",
    subject: "Hello",
    text: "Open this:\n\nhttp://localhost\n",
  };
  expect(demoMail(mail)).toContain("Mail to a@example.com: Hello\n\n  | Open this:\n  | \n  | http://localhost");
});
