import { describe, expect, test } from "vitest";
import type { Language } from "#core/settings/languages.ts";
import type { Role } from "#core/accounts/roles.ts";
import { overwriteGetLocale } from "#i18n/compiled/runtime.js";
import { allFeatures } from "#core/settings/features.ts";
import { pages } from "../../pages.ts";
import { helpPartsOf } from "../help/help-parts.ts";
import { officePages } from "../help/office-pages.server.ts";
import { sectionPath } from "../settings/settings-pages.ts";
import { pagesFor, pagesNamed } from "./palette-pages.ts";

const help = (part: string) => `${pages.help.path}#${part}`;

/** What admins type, by the path of the first answer. The first list is typed on the English page, the second on the Bangla one. */
const asked: Readonly<Record<string, readonly [string, string]>> = {
  [pages.dashboard.path]: ["overview, statistics, পরিসংখ্যান", "এক নজরে, dashboard"],
  [pages.addRecord.path]: [
    "entry, add record, new candidate, নতুন রেকর্ড, upload passport",
    "new record, প্রার্থী যোগ, এন্ট্রি",
  ],
  [pages.records.path]: [
    "records, delete, delete a record, hide, remove record, export, holder card, রেকর্ড, expired, how do I hide a record",
    "রেকর্ড, মুছুন, delete, গোপন, এক্সপোর্ট, রেকর্ডের তালিকা",
  ],
  [pages.imports.path]: ["import, excel, spredsheet, আমদানি", "আমদানি, import, এক্সেল"],
  [pages.approval.path]: ["approve, approval, pending, অনুমোদন, aproval", "অনুমোদন, waiting, অপেক্ষা"],
  [pages.find.path]: ["find a record", "রেকর্ড খুঁজুন"],
  [pages.manyNumbers.path]: ["check many numbers", "অনেক নম্বর, many numbers"],
  [pages.people.path]: [
    "people, users, staff, suspend, restore account, delete user, কর্মী, lost phone",
    "ব্যবহারকারী, মানুষ, people, কর্মী",
  ],
  [pages.invite.path]: ["invite, invitation, invte, আমন্ত্রণ, new user", "আমন্ত্রণ, invite, দাওয়াত"],
  [pages.classes.path]: ["fees, fee, students, classes, ফি, receipts", "ফি, fees, ক্লাস, ছাত্র"],
  [pages.organisations.path]: [
    "embassy, embasy, organizations, employer, দূতাবাস",
    "দূতাবাস, দূতাবাসের, embassy, প্রতিষ্ঠান, এম্বাসি",
  ],
  [pages.reports.path]: ["reports, complaint, অভিযোগ", "অভিযোগ, reports"],
  [pages.falseNumbers.path]: ["fake, false papers, forged", "নকল, জাল"],
  [pages.posts.path]: ["news, খবর", "খবর, news"],
  [pages.menus.path]: ["menu, footer", "মেনু, links"],
  [pages.texts.path]: ["privacy page, about us, website", "ওয়েবসাইট, পাতার লেখা"],
  [pages.audit.path]: ["history, audit log, ইতিহাস", "ইতিহাস, who did what"],
  [pages.backups.path]: ["restore, backup, bakcup, ব্যাকআপ", "ব্যাকআপ, restore, পুনরুদ্ধার"],
  [pages.settings.path]: ["settings, setings, সেটিংস", "সেটিংস, settings"],
  [pages.bulkRuns.path]: ["undo", "একসঙ্গে অনেক"],
  [pages.mailServer.path]: ["smtp, mail server", "ইমেইল সার্ভার, smtp"],
  [pages.appearance.path]: ["logo, color", "লোগো, logo"],
  [pages.languages.path]: ["language, translation, hindi, ভাষা", "ভাষা, languages"],
  [pages.apiKeys.path]: ["api key, token", "চাবি"],
  [pages.signIn.path]: ["google, openid", "গুগল"],
  [pages.webhooks.path]: ["webook, webhook, ওয়েবহুক", "webhooks, ওয়েবহুক"],
  [sectionPath("operator")]: ["licence, telephone", "লাইসেন্স"],
  [sectionPath("retention")]: ["retention", "কত দিন রাখা"],
  [sectionPath("log")]: ["witnesses", "সাক্ষী"],
  [sectionPath("features")]: ["features, switch off", "সুবিধা, চালু করা"],
  [pages.help.path]: ["help, manual, সাহায্য", "সাহায্য, help"],
  [help("importing")]: ["help import", "সাহায্য আমদানি"],
  [help("holders")]: ["help holder", "help card"],
  [pages.password.path]: ["password, forgot password, পাসওয়ার্ড", "পাসওয়ার্ড, password"],
  [pages.secondStep.path]: ["2fa, authenticator", "দ্বিতীয় ধাপ"],
  [pages.sessions.path]: ["logout, sign out", "লগআউট"],
  [pages.alerts.path]: ["notifications", "বিজ্ঞপ্তি"],
};

const questions = Object.entries(asked).flatMap(([path, lists]) =>
  (["en", "bn"] as const).flatMap((language, at) =>
    (lists[at] ?? "").split(", ").map((typed) => ({ language, typed, path })),
  ),
);

const site = { features: allFeatures };

const firstFor = (role: Role, language: Language, typed: string): string | undefined => {
  overwriteGetLocale(() => language);
  return pagesNamed(role, site, typed)[0]?.path;
};

describe("the palette", () => {
  test("finds what people call things, misspelt or in the other language, too", () => {
    expect(questions.length).toBeGreaterThanOrEqual(100);
    const wrong = questions.flatMap(({ language, typed, path }) => {
      const first = firstFor("admin", language, typed);
      return first === path ? [] : [{ language, typed, path, first }];
    });
    expect(wrong).toEqual([]);
  });

  test.each(["admin", "moderator"] as const)(
    "finds each page of the role %s first by its names in both languages",
    (role) => {
      const named = (["en", "bn"] as const).map((language) => {
        overwriteGetLocale(() => language);
        return pagesFor(role, site).map(({ path, label }) => ({ path, label: label() }));
      });
      expect(new Set(named[0]?.map(({ label }) => label)).size).toBe(named[0]?.length);
      for (const page of ["en", "bn"] as const)
        for (const { path, label } of named.flat()) expect([label, firstFor(role, page, label)]).toEqual([label, path]);
    },
  );

  test("answers a moderator with the pages that moderators have", () => {
    for (const [typed, path] of [
      ["delete", pages.records.path],
      ["add record", pages.ownRecords.path],
      ["invite", help("people")],
    ] as const)
      expect([typed, firstFor("moderator", "en", typed)]).toEqual([typed, path]);
  });

  test("finds no page for a name of a person or for letters that nothing is called", () => {
    const named = ["rahim", "xyzzy", "করিম মিয়া", "fatima", "md karim", "sultana"].map((typed) => [
      typed,
      firstFor("admin", "en", typed),
    ]);
    expect(named.filter(([, path]) => path)).toEqual([]);
  });

  test("calls the parts of the help as their documents do", () => {
    for (const language of ["en", "bn"] as const)
      expect(helpPartsOf(site).map((part) => ({ name: part.name, title: part[language] }))).toEqual(
        officePages(language, site).office.map(({ name, title }) => ({ name, title })),
      );
  });
});
