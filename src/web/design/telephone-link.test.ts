import { expect, test } from "vitest";
import { telephoneLink } from "./telephone-link.ts";

test.each([
  ["+880 2 0000-0000", "tel:+880200000000"],
  ["+৮৮০ ১৭১১-১২৩৪৫৬", "tel:+8801711123456"],
  ["০২ ৫৫৫ (office)", "tel:02555"],
  ["＋８８０２", "tel:+8802"],
  ["by letter only", null],
  ["+", null],
  ["", null],
])("the telephone number %j becomes the link %j", (written, link) => {
  expect(telephoneLink(written)).toBe(link);
});
