import { expect, test } from "vitest";
import { mailboxOf } from "./watch.ts";

test.each([
  ["rahim+visa@example.com", "rahim@example.com"],
  ["r.a.him+visa@googlemail.com", "rahim@gmail.com"],
  // These are two different people: a leading plus sign does not begin a tag.
  ["+rahim@example.com", "+rahim@example.com"],
  ["+karim+visa@example.com", "+karim@example.com"],
])("mails to %s arrive in the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
