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
  warning: "",
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

test("what has ended comes before everything else: as the heading, and as the first papers", () => {
  const seen = (more: Partial<PublicRecord>, page: ResultPage = "/") => {
    const input = { number: record.passportNumber, name: "" };
    const shown = { ...record, papers: [], ...more };
    const html = renderToStaticMarkup(<RecordSheet record={shown} {...{ page, input, site, places, today }} />);
    const [, heading = ""] = /<h2[^>]*tabindex="-1"[^>]*>([^<]*)</i.exec(html) ?? [];
    const listed = [...html.matchAll(/<li>([^<]* · [^<]*)</g)].map(([, line]) => line);
    const kinds = [...html.matchAll(/data-kind="(\w+)"/g)].map(([, kind]) => kind);
    return { heading, listed, kinds, isBeforeName: html.indexOf("ended") < html.indexOf(record.name) };
  };
  const documents = { workPermit: [scan], visaPaper: [scan], lmia: [scan], ticket: [scan] };
  expect(seen({ documents, lastDays: { visaPaper: "2026-11-28", ticket: today } })).toEqual({
    heading: "The visa paper in this record ended on 28 November 2026",
    listed: [],
    kinds: ["visaPaper", "workPermit", "lmia", "ticket"],
    isBeforeName: true,
  });
  expect(seen({ documents, lastDays: { workPermit: "2026-01-01", lmia: "2026-11-28" } })).toMatchObject({
    heading: "2 papers in this record have ended",
    listed: ["\u2068LMIA\u2069 · 28 November 2026", "\u2068Work permit certificate\u2069 · 1 January 2026"],
    kinds: ["lmia", "workPermit", "visaPaper", "ticket"],
  });
  expect(seen({ documents, lastDays: { lmia: "2026-11-28" } }, "/Lima").heading).toContain("The LMIA in this record");
  expect(seen({ documents, lastDays: { lmia: "2026-11-28" } }, "/Visa").heading).toContain("Published by");
});
