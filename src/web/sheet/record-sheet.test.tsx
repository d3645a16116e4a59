import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { OwnPaperPage } from "#core/own-fields/own-paper.ts";
import type { ResultPage } from "#core/records/document-kinds.ts";
import type { PublicRecord } from "#core/records/visibility.ts";
import { defaultSettings } from "#core/settings/settings.ts";
import { overwriteGetLocale } from "#i18n/compiled/runtime.js";
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
  countryOfWork: undefined,
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
  unscanned: [],
  imageGrant: { until: 1, signature: "s" },
  publishedAt: 0,
  contentSince: null,
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

test("a slip is offered in each language of the site, first in the visitor's", () => {
  const offered = () => {
    const input = { number: record.passportNumber, name: "" };
    const seen = { ...site, languages: ["en", "bn", "ne", "ar"] as const };
    const html = renderToStaticMarkup(<RecordSheet {...{ record, input, places, today }} page="/" site={seen} />);
    return [...html.matchAll(/slip\?language=(\w+)/g)].map(([, language]) => language);
  };
  expect(offered()).toEqual(["en", "bn", "ne", "ar"]);
  overwriteGetLocale(() => "ne");
  expect(offered()).toEqual(["ne", "en", "bn", "ar"]);
});

test("whom to ask names offices of the record's countries alone, and none where its country of work is not known", () => {
  const asks = (shown: Partial<PublicRecord>, countryOfWork?: string) => {
    const input = { number: record.passportNumber, name: "" };
    const seen = { ...record, nationality: "BANGLADESH", ...shown };
    const more = { page: "/", input, places, today, isOwn: true, site: { ...site, countryOfWork } } as const;
    const html = renderToStaticMarkup(<RecordSheet record={seen} {...more} />);
    return ["www.canada.ca", "immi.homeaffairs.gov.au", "bmet.gov.bd"].filter((host) =>
      html.includes(`https://${host}`),
    );
  };
  const papers = { visaPaper: [scan], ticket: [scan] };
  expect(asks({ documents: papers })).toEqual(["bmet.gov.bd"]);
  expect(asks({ documents: papers, nationality: "NEPAL" })).toEqual([]);
  expect(asks({ documents: papers }, "AU")).toEqual(["immi.homeaffairs.gov.au", "bmet.gov.bd"]);
  expect(asks({ documents: papers, irccNumber: "W123456789" })).toEqual(["www.canada.ca", "bmet.gov.bd"]);
  expect(asks({ documents: { ...papers, lmia: [scan] } })).toEqual(["www.canada.ca", "bmet.gov.bd"]);
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
    listed: [
      "\u2068LMIA\u2069 · 28\u00A0November\u00A02026",
      "\u2068Work permit certificate\u2069 · 1\u00A0January\u00A02026",
    ],
    kinds: ["lmia", "workPermit", "visaPaper", "ticket"],
  });
  expect(seen({ documents, lastDays: { lmia: "2026-11-28" } }, "/Lima").heading).toContain("The LMIA in this record");
  expect(seen({ documents, lastDays: { lmia: "2026-11-28" } }, "/Visa").heading).toContain("Published by");

  const unscanned = [
    { kind: "lmia", lastDay: "2026-11-28" },
    { kind: "p2", labels: { en: "Bond" }, onPages: ["/"], lastDay: today },
  ] as const;
  expect(seen({ documents: { ticket: [scan] }, unscanned })).toEqual({
    heading: "The LMIA in this record ended on 28 November 2026",
    listed: [],
    kinds: ["lmia", "ticket", "p2"],
    isBeforeName: true,
  });
  expect(seen({ unscanned }, "/Check_Visa").kinds).toEqual(["lmia"]);
  expect(seen({ unscanned }, "/Visa")).toMatchObject({
    heading: expect.stringContaining("none of the papers"),
    kinds: [],
  });
});
