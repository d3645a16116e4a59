import { expect, test } from "vitest";
import { mailboxOf } from "./watch.ts";

test.each([
  ["rahim+visa@example.com", "rahim@example.com"],
  ["r.a.him+visa@googlemail.com", "rahim@gmail.com"],
  // Two people: what stands before the plus is nobody's.
  ["+rahim@example.com", "+rahim@example.com"],
  ["+karim+visa@example.com", "+karim@example.com"],
])("mails to %s end in the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
