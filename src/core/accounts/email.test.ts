import { expect, test } from "vitest";
import { canonicalEmail, mailboxOf } from "./email.ts";

test.each([
  ["Clerk@Agency.Example", "clerk@agency.example"],
  ["  a.b+c@x.example ", "a.b+c@x.example"],
  ["\u200Bclerk@x.example\u202C", "clerk@x.example"],
])("canonicalEmail turns %j into %j", (typed, email) => {
  expect(canonicalEmail(typed)).toBe(email);
});

test.each([
  "",
  " ",
  "clerk",
  "@agency.example",
  "clerk@",
  "root@localhost",
  "a@b.c",
  "a@1.2",
  "a@b@c",
  "clerk@x.example,all@x.example",
  "<clerk@x.example>",
  "clerk@[127.0.0.1]",
  "a b@c.example",
  "a..b@c.example",
  "clerk@-x.example",
  "clerk@x..example",
  '"a b"@x.example',
  "clerk@x.example\r\nBcc: all@x.example",
  "clérk@x.example",
  "\u212Aarim@x.example",
  // The next three contain a Cyrillic letter or a full-width letter.
  "rаhim@x.example",
  "rahim@х.example",
  "ｒahim@x.example",
  "clerk@x.example\0",
  `${"a".repeat(250)}@x.example`,
  null,
  7,
  ["clerk@x.example"],
  { toString: () => "clerk@x.example" },
])("canonicalEmail refuses %j", (typed) => {
  expect(canonicalEmail(typed)).toBeNull();
});

test.each([
  ["rahim+visa@example.com", "rahim@example.com"],
  ["r.a.him+visa@googlemail.com", "rahim@gmail.com"],
  // These are two different people: a leading plus sign does not begin a tag.
  ["+rahim@example.com", "+rahim@example.com"],
  ["+karim+visa@example.com", "+karim@example.com"],
])("mails to %s arrive in the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
