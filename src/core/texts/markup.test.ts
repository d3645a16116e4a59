import { describe, expect, test } from "vitest";
import { type Blanks, fillIn, plainText } from "./fill-in.ts";
import { parseMarkup } from "./markup.ts";
import { maxBodyLength, parsePageText } from "./page-text.ts";

const words = (text: string) => ({ kind: "words", text });

describe("parseMarkup", () => {
  test("parses paragraphs, headings, lists and links", () => {
    const body =
      "One line.\nAnother.\n\n## What we keep\n- a name\n- a number\n1. First\n2. Then\n### See [the list](/news).";
    expect(parseMarkup(body)).toEqual([
      { kind: "paragraph", lines: [[words("One line.")], [words("Another.")]] },
      { kind: "heading", lines: [[words("What we keep")]] },
      { kind: "list", lines: [[words("a name")], [words("a number")]] },
      { kind: "steps", lines: [[words("First")], [words("Then")]] },
      {
        kind: "smaller-heading",
        lines: [[words("See "), { kind: "link", text: "the list", to: "/news" }, words(".")]],
      },
    ]);
  });

  test("recognises steps with Bangla digits", () => {
    expect(parseMarkup("১. আগে\n২। পরে")).toMatchObject([{ kind: "steps" }]);
  });

  test.each([
    "/news",
    "/how-it-works#limits",
    "https://www.canada.ca/en/services.html?x=1",
    "mailto:office@example.org",
    "tel:+8801700000000",
  ])("accepts a link to %s", (to) => {
    expect(parseMarkup(`[here](${to})`)).toEqual([
      { kind: "paragraph", lines: [[{ kind: "link", text: "here", to }]] },
    ]);
  });

  test.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert`1`",
    "java\tscript:alert`1`",
    "data:text/html,x",
    "vbscript:x",
    "http://example.org",
    "//example.org",
    "/\\example.org",
    "/news?next=//example.org",
    "https://",
    "https:example.org",
    "https://bank.example@evil.example/",
    "blob:https://example.org/x",
    "news",
    "",
  ])("leaves a link to %j as text", (to) => {
    const text = `[here](${to})`;
    expect(parseMarkup(text)).toEqual([{ kind: "paragraph", lines: [[words(text)]] }]);
  });

  test.each(["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "&lt;", "**strong**", "![x](/y.png"])(
    "leaves %s as text",
    (text) => {
      expect(plainText(fillIn(parseMarkup(text), nothingKnown))).toBe(text);
    },
  );

  test("leaves a mark without words as text", () => {
    expect(parseMarkup("##\n\n-\n\n# x")).toEqual(
      ["##", "-", "# x"].map((text) => ({ kind: "paragraph", lines: [[words(text)]] })),
    );
  });

  test.each([
    ["[", 200_000],
    ["[a](", 100_000],
    ["[[a](/b)", 50_000],
    ["](", 100_000],
    ["{", 200_000],
    ["{operator", 50_000],
    ["- ", 100_000],
    ["- a\n## b\n", 50_000],
    ["\n", 500_000],
  ])("parses %j repeated many times without backtracking", (piece, times) => {
    expect(parseMarkup(piece.repeat(times)).length).toBeLessThan(times * 3);
  });

  test("does not nest links or lists", () => {
    expect(parseMarkup("[a [b](/c)](/d)")).toEqual([
      { kind: "paragraph", lines: [[words("[a "), { kind: "link", text: "b", to: "/c" }, words("](/d)")]] },
    ]);
    expect(parseMarkup("- - - a")).toEqual([{ kind: "list", lines: [[words("- - a")]] }]);
  });
});

const nothingKnown: Blanks = {
  operator: null,
  site: null,
  licence: null,
  register: null,
  address: null,
  phone: null,
  email: null,
};

describe("fillIn", () => {
  const fill = (body: string, known: Partial<Blanks>) =>
    plainText(fillIn(parseMarkup(body), { ...nothingKnown, ...known }));

  test("fills in blanks without parsing the values as markup", () => {
    const operator = { kind: "words", text: "## [x](javascript:y) {phone}" } as const;
    expect(fill("We are {operator}.", { operator })).toBe(`We are ${operator.text}.`);
    expect(fill("{nobody}", {})).toBe("{nobody}");
  });

  test("removes lines with an unknown blank, and headings with nothing below them", () => {
    const phone = { kind: "link", text: "+880", to: "tel:+880" } as const;
    const body = "## Reach us\n- Phone: {phone}\n- Mail: {email}\n## By post\n### Where\n{address}\n\n## Else\nAsk.";
    expect(fill(body, { phone })).toBe("Reach us\nPhone: +880\nElse\nAsk.");
    expect(fill(body, {})).toBe("Else\nAsk.");
  });
});

test("a page text has a title and a body of limited length", () => {
  const text = { title: "About us", body: "We are here." };
  expect(parsePageText(text)).toEqual(text);
  const refused = (input: object) => {
    expect(() => parsePageText({ ...text, ...input })).toThrow(expect.objectContaining({ id: "invalid" }));
  };
  refused({ title: "" });
  refused({ body: " \n " });
  refused({ body: "a".repeat(maxBodyLength + 1) });
  refused({ body: "\u0000" });
  refused({ body: ["a"] });
});
