import { describe, expect, test } from "vitest";
import { documentFileName, kindByName } from "#core/records/document-file-name.ts";
import { documentKinds, kindsOnForm } from "#core/records/document-kinds.ts";
import { kindInName, looksLikePhoto } from "./guess-kind.ts";

describe("the kind guessed from a file name", () => {
  test.each([
    ["work_permit.jpg", "workPermit"],
    ["WorkPermit2.PDF", "workPermit"],
    ["visa (2).pdf", "visaPaper"],
    ["Rahim Uddin visa approval.pdf", "visaApproval"],
    ["LMIA-2026.pdf", "lmia"],
    ["passport photo.png", "photo"],
    ["medical form.jpeg", "medical"],
    ["PCC.jpg", "policeClearance"],
    ["police-clearance_final.pdf", "policeClearance"],
    ["e-ticket BG 305.pdf", "ticket"],
    ["Job Offer Letter.pdf", "jobOffer"],
    ["application form.pdf", "application"],
    ["finger print.jpg", "fingerprint"],
    ["ID-card.jpg", "idCard"],
    ["রহিমের ভিসা.jpg", "visaPaper"],
    ["ওয়ার্ক পারমিট.jpg", "workPermit"],
    ["পুলিশ ক্লিয়ারেন্স ২.pdf", "policeClearance"],
    ["ছবি.jpg", "photo"],
    ["IMG_20260301_101500.jpg", null],
    ["WhatsApp Image 2026-03-01 at 10.15.00.jpeg", null],
    ["photo_2026-03-01_10-15-00.jpg", null],
    ["advisable.pdf", null],
    ["passport.jpg", null],
    ["", null],
  ])("for %s is %s", (name, kind) => expect(kindByName(name, documentKinds)).toBe(kind));

  test("is null for a kind that is off, and not another kind of which the name has a word", () => {
    const kinds = documentKinds.filter((kind) => kind !== "visaApproval");
    const papers = { kinds, ownPapers: [], kindsOff: { visaApproval: "staff" } } as const;
    expect(kindInName("visa approval.pdf", papers)).toBe("visaApproval");
    expect(kindInName("visa.pdf", papers)).toBe("visaPaper");
  });

  test("is a kind that the form takes, or null", () => {
    expect(kindByName("ticket.pdf", kindsOnForm.moderator)).toBeNull();
    expect(kindByName("visa approval.pdf", kindsOnForm.moderator)).toBe("visaPaper");
  });
});

test("a small upright picture looks like the photo; a page, a photograph of a page and a card do not", () => {
  expect(looksLikePhoto({ width: 413, height: 531 })).toBe(true);
  expect(looksLikePhoto({ width: 600, height: 600 })).toBe(true);
  expect(looksLikePhoto({ width: 960, height: 1280 })).toBe(false);
  expect(looksLikePhoto({ width: 424, height: 600 })).toBe(false);
  expect(looksLikePhoto({ width: 540, height: 340 })).toBe(false);
});

test.each(documentKinds)("a %s that was downloaded from this site is recognised by its file name", (kind) => {
  for (const at of [0, 1]) expect(kindByName(documentFileName("A1234567", kind, at, "jpeg"), documentKinds)).toBe(kind);
});
