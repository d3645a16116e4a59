import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { OwnPaperPage } from "#core/own-fields/own-paper.ts";
import type { ResultPage } from "#core/records/document-kinds.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import { defaultSettings } from "#core/settings/settings.ts";
import type { SiteFacts } from "../frame/site/site-facts.ts";
import { RecordSheet } from "./record-sheet.tsx";

const today = "2026-11-29";
const { operator, officialPlaces: places, features } = defaultSettings(today);
const site: SiteFacts = {
  operator,
  features,
  appearance: { logo: null, accent: "" },
  languages: [],
  isDraft: false,
  address: "https://padma.example",
  lookupPolicy: "open",
  passportExample: "A12345678",
  showsLmia: true,
  checkedUpTo: null,
  cardVersion: "",
};
const scan = { image: "0-1", width: 300, height: 400, placeholder: "" };
const paper = (onPages: OwnPaperPage[]) =>
  ({ id: "p1", labels: { en: "Wafid medical" }, onPages, pages: [scan] }) as const;
const record: PublicRecord = {
  id: "1",
  passportNumber: "A1000001",
  irccNumber: "",
  name: "Rahim Uddin",
  fatherName: "",
  motherName: "",
  address: "",
  nationality: "",
  documents: {},
  lastDays: {},
  own: [],
  papers: [paper(["/Check_Visa"])],
  imageGrant: { until: 1, signature: "s" },
  publishedAt: 0,
  changedAt: 0,
};
const ofCode = { ...record, imageGrant: { ...record.imageGrant, ofCode: true as const } };

const shows = (shown: PublicRecord, page: ResultPage, more: { isOwn?: boolean } = {}) => {
  const input = { number: shown.passportNumber, name: "" };
  const html = renderToStaticMarkup(<RecordSheet record={shown} {...{ page, input, site, places, today, ...more }} />);
  const others = /formAction="([^"]+)"[^>]*>([^<]+)</i.exec(html);
  return [html.includes('data-kind="p1"'), html.includes("no papers to show"), others?.[1], others?.[2]];
};

test("a share code and the holder's page show an own paper of any page, and other pages say where it is shown", () => {
  expect(shows(ofCode, "/")).toEqual([true, false, undefined, undefined]);
  expect(shows(record, "/", { isOwn: true })).toEqual([true, false, undefined, undefined]);
  expect(shows(record, "/Check_Visa")).toEqual([true, false, undefined, undefined]);
  for (const page of ["/", "/Lima"] as const)
    expect(shows(record, page)).toEqual([false, false, "/Check_Visa", "Show all papers"]);
  const onFirst = { ...record, papers: [paper(["/"])] };
  expect(shows(onFirst, "/Check_Visa")).toEqual([false, false, "/", "Show all papers"]);
  const withVisa = { ...record, documents: { visaApproval: [scan] } };
  expect(shows(withVisa, "/")).toEqual([false, false, "/Check_Visa", "Show the others"]);
  expect(shows({ ...record, papers: [] }, "/")).toEqual([false, true, undefined, undefined]);
});

test("offices of Canada are left out where a visitor would see an LMIA, and there is none", () => {
  const asksCanada = (shown: PublicRecord, showsLmia = true) => {
    const input = { number: shown.passportNumber, name: "" };
    const [page, seen] = ["/Check_Visa", { ...site, showsLmia }] as const;
    const html = renderToStaticMarkup(<RecordSheet record={shown} site={seen} {...{ page, input, places, today }} />);
    return html.includes("https://www.canada.ca/");
  };
  const visa = { visaPaper: [scan] };
  expect(asksCanada({ ...record, documents: visa })).toBe(false);
  expect(asksCanada({ ...record, documents: { ...visa, lmia: [scan] } })).toBe(true);
  expect(asksCanada({ ...ofCode, documents: visa }), "a code may leave the LMIA out").toBe(true);
  expect(asksCanada({ ...record, documents: visa }, false), "the site keeps it from visitors").toBe(true);
});
