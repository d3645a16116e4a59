import { type SectionId, sectionIds } from "#core/settings/sections.ts";
import { pages } from "../../pages.ts";
import { sectionPath } from "../settings/settings-pages.ts";

type Pages = typeof pages;
/** Without those of students and organisations: their few pages all stand in the drawer. */
type InMenu = {
  [Name in keyof Pages]: Pages[Name] extends { menu: unknown }
    ? Pages[Name]["policy"] extends "students" | "organisations"
      ? never
      : Name
    : never;
}[keyof Pages];
type InSettings =
  | "mailServer"
  | "appearance"
  | "languages"
  | "apiKeys"
  | "signIn"
  | "webhooks"
  | "importMemory"
  | "ownFields"
  | "secondNumber"
  | "ownPapers"
  | "sets";
type OfAccount = "account" | "profile" | "password" | "secondStep" | "passkeys" | "alerts" | "sessions";
type Other = "drafts" | "bulkRuns" | "changeDate" | "invite" | "addClass" | "addPost" | "help";
type NamedPath = Pages[InMenu | InSettings | OfAccount | Other]["path"];

type PageWords = readonly [names: string, others: string];

/**
 * What people call the pages, by path: the names of both languages and others as good, then words for what is on the page. The
 * names stand here because the browser has the messages of one language only.
 */
const pageWords = {
  [pages.dashboard.path]: [
    "Overview | এক নজরে",
    "dashboard start home statistics chart numbers lookups storage disk checklist today ড্যাশবোর্ড শুরু পরিসংখ্যান হিসাব stats",
  ],
  [pages.addRecord.path]: [
    "Entry | নতুন রেকর্ড | Add record",
    "new candidate worker upload scan passport visa work permit document create যোগ এন্ট্রি প্রার্থী পাসপোর্ট ভিসা ওয়ার্ক পারমিট কাগজ আপলোড",
  ],
  [pages.ownRecords.path]: [
    "My records | আমার রেকর্ড | Add record",
    "mine new entry candidate upload sent back returned correct draft নতুন যোগ ফেরত ঠিক খসড়া প্রার্থী",
  ],
  [pages.records.path]: [
    "Records | রেকর্ড | Delete | মুছুন",
    "list candidates edit update change correct remove erase hide unhide hidden gone search filter views columns export download excel print assign expired expiring ended holder card share code সব তালিকা মোছা ডিলিট গোপন লুকানো বদল সংশোধন নামান এক্সপোর্ট মেয়াদ প্রার্থী trash bin undelete unpublish take down duplicates visa passport মুছে ফেলা সরানো",
  ],
  [pages.imports.path]: [
    "Import records | রেকর্ড আমদানি | Excel",
    "table spreadsheet csv xlsx bulk upload sheet add many ইমপোর্ট টেবিল স্প্রেডশিট এক্সেল",
  ],
  [pages.approval.path]: [
    "Waiting for approval | অনুমোদনের অপেক্ষায় | Approval | অনুমোদন | Approve records",
    "approve queue pending publish review send back refuse deny প্রকাশ ফেরত পাঠানো reject decline",
  ],
  [pages.find.path]: ["Find a record | রেকর্ড খুঁজুন", "look up number passport ircc খোঁজা নম্বর পাসপোর্ট"],
  [pages.manyNumbers.path]: [
    "Check many numbers | অনেক নম্বর যাচাই",
    "bulk list verify several paste তালিকা একসঙ্গে list of numbers",
  ],
  [pages.people.path]: [
    "People | ব্যবহারকারী | Users | Staff | কর্মী",
    "accounts admin control members moderators team roles rights permissions suspend block shut out fire leave restore reinstate account delete user confirm lost phone মানুষ লোক অ্যাকাউন্ট অ্যাডমিন মডারেটর দায়িত্ব ভূমিকা অধিকার বন্ধ বরখাস্ত ban lost device employees workers কর্মচারী লোকজন",
  ],
  [pages.invite.path]: [
    "Invite somebody | আমন্ত্রণ পাঠান",
    "invitation new user add account colleague staff member moderator admin দাওয়াত নতুন ব্যবহারকারী কর্মী সহকর্মী",
  ],
  [pages.classes.path]: [
    "Classes | ক্লাস | Fees | ফি",
    "fee courses students training lessons payments receipts money seats enrol roll বেতন টাকা রসিদ শিক্ষার্থী ছাত্র কোর্স প্রশিক্ষণ ভর্তি আসন price prices tuition cost teacher teachers ফিস খরচ শিক্ষক",
  ],
  [pages.addClass.path]: ["Add a class | ক্লাস যোগ করুন", "new course lesson নতুন কোর্স"],
  [pages.organisations.path]: [
    "Organisations | প্রতিষ্ঠান | Embassy | দূতাবাস",
    "organizations embassies consulate high commission employer airline company authority partner সংস্থা এম্বাসি হাইকমিশন কনস্যুলেট মালিক নিয়োগকর্তা এয়ারলাইন কোম্পানি",
  ],
  [pages.reports.path]: [
    "Reports | যা জানানো হয়েছে",
    "complaints mistakes feedback messages contact answer reply takedown fraud অভিযোগ ভুল উত্তর জবাব বার্তা নালিশ",
  ],
  [pages.falseNumbers.path]: [
    "Numbers on false papers | নকল কাগজের নম্বর",
    "fake forged counterfeit fraud scam mark warn number জাল নকল প্রতারণা সতর্ক নম্বর",
  ],
  [pages.posts.path]: ["Posts | খবর", "news blog articles announcements media সংবাদ পোস্ট ঘোষণা নোটিশ"],
  [pages.addPost.path]: ["New post | নতুন খবর", "write news publish announcement লেখা পোস্ট"],
  [pages.menus.path]: [
    "Menus and links | মেনু ও লিংক",
    "navigation header footer social facebook whatsapp নেভিগেশন ফেসবুক",
  ],
  [pages.texts.path]: [
    "Texts of pages | পাতার লেখা | Website | ওয়েবসাইট",
    "about us privacy terms disclaimer contact wording content edit গোপনীয়তা শর্ত আমাদের সম্পর্কে যোগাযোগ cookies policy",
  ],
  [pages.audit.path]: [
    "Audit log | অডিট লগ | Who did what | কে কী করেছেন | History | ইতিহাস",
    "audit log trail activity changes chain লগ কার্যকলাপ",
  ],
  [pages.backups.path]: [
    "Backups | ব্যাকআপ | Restore",
    "recover recovery copy save disaster make পুনরুদ্ধার ফেরানো রিস্টোর কপি উদ্ধার",
  ],
  [pages.settings.path]: [
    "Settings | সেটিংস",
    "preferences options configuration setup configure সেটিং ব্যবস্থা পছন্দ ব্যবস্থা",
  ],
  [pages.bulkRuns.path]: [
    "Many records at once | একসঙ্গে অনেক রেকর্ড",
    "bulk actions undo revert mass batch print cards ফিরিয়ে নেওয়া কার্ড ছাপানো",
  ],
  [pages.changeDate.path]: ["Change the date | তারিখ বদলান", "records checked up to compared last check মিলিয়ে দেখা"],
  [pages.mailServer.path]: [
    "Mail server | ইমেইল সার্ভার",
    "email smtp sender outgoing test mails not sent gmail মেইল পাঠানো এসএমটিপি",
  ],
  [pages.appearance.path]: [
    "Logo and colour | লোগো ও রং",
    "color appearance branding look accent icon favicon theme picture design চেহারা আইকন ছবি",
  ],
  [pages.languages.path]: [
    "Languages | ভাষা",
    "translation translate hindi urdu nepali arabic bangla bengali english অনুবাদ হিন্দি উর্দু নেপালি আরবি বাংলা ইংরেজি",
  ],
  [pages.apiKeys.path]: [
    "API keys | API চাবি",
    "tokens access programs integration developer revoke কি টোকেন প্রোগ্রাম এপিআই",
  ],
  [pages.signIn.path]: [
    "Sign-in providers | লগইন সেবা",
    "sign in login google microsoft openid sso single sign-on passwords off গুগল মাইক্রোসফট",
  ],
  [pages.drafts.path]: ["Not saved yet | এখনো সংরক্ষণ হয়নি", "drafts unsaved unfinished lost typed begun খসড়া অসমাপ্ত লেখা"],
  [pages.webhooks.path]: ["Webhooks | ওয়েবহুক", "hook callback notify programs events হুক"],
  [pages.ownFields.path]: [
    "Your own fields | নিজস্ব ঘর",
    "custom fields extra own columns sponsor kafeel phone fee agent additional স্পনসর কাফিল বাড়তি ঘর",
  ],
  [pages.sets.path]: [
    "Sets to begin with | শুরু করার সেট",
    "set template gulf dubai saudi singapore students offices look উপসাগর সিঙ্গাপুর শিক্ষার্থী দপ্তর",
  ],
  [pages.secondNumber.path]: [
    "The second number | দ্বিতীয় নম্বর",
    "ircc uci visa permit application fin cas sevis number form optional slash আইআরসিসি ভিসা নম্বর",
  ],
  [pages.ownPapers.path]: [
    "Papers | কাগজ | Your own papers | নিজস্ব কাগজ",
    "twelve kinds custom documents extra own kinds wafid medical contract visa certificate upload additional বাড়তি কাগজ ডকুমেন্ট চুক্তি",
  ],
  [pages.importMemory.path]: ["Columns of imports | আমদানির কলাম", "remembered headings table forget শিরোনাম মনে রাখা"],
  [pages.help.path]: [
    "Help | সাহায্য",
    "manual guide documentation support how instructions সহায়তা নির্দেশিকা হেল্প ম্যানুয়াল tutorial keyboard shortcuts keys",
  ],
  [pages.account.path]: ["Your account | আপনার অ্যাকাউন্ট", "my settings আমার"],
  [pages.profile.path]: ["Profile | পরিচিতি", "your my name photo email picture প্রোফাইল নাম ছবি ইমেইল"],
  [pages.password.path]: ["Change password | পাসওয়ার্ড বদলান | Password | পাসওয়ার্ড", "passcode reset forgot forgotten ভুলে"],
  [pages.secondStep.path]: [
    "Second step | দ্বিতীয় ধাপ | 2FA",
    "factor authenticator app recovery codes two-factor otp mfa ফ্যাক্টর অথেনটিকেটর পুনরুদ্ধার কোড ওটিপি",
  ],
  [pages.passkeys.path]: ["Passkeys | পাসকি", "fingerprint security key face yubikey আঙুলের ছাপ নিরাপত্তা চাবি"],
  [pages.alerts.path]: [
    "Mails to you | আপনাকে পাঠানো ইমেইল",
    "alerts notifications reminders subscribe বিজ্ঞপ্তি নোটিফিকেশন সতর্কতা",
  ],
  [pages.sessions.path]: [
    "Where you are signed in | কোথায় কোথায় লগইন আছে | Sign out | লগআউট",
    "sessions devices logout log everywhere browsers ডিভাইস সেশন",
  ],
} as const satisfies Record<NamedPath, PageWords>;

const sectionWords: Record<SectionId, PageWords> = {
  accounts: [
    "Accounts | অ্যাকাউন্ট",
    "registration second step required staff 2fa two factor students register নিবন্ধন দ্বিতীয় ধাপ বাধ্যতামূলক",
  ],
  operator: [
    "Who publishes here | এখানে কে রেকর্ড প্রকাশ করে",
    "operator agency company office name licence license address telephone phone register এজেন্সি লাইসেন্স ঠিকানা ফোন অফিস নাম number",
  ],
  publishing: [
    "What strangers can learn | অচেনা কেউ কী জানতে পারবে",
    "publishing visibility privacy lookup policy guarded papers visitors see share code statements signed slips দর্শনার্থী গোপনীয়তা বিবৃতি শেয়ার কোড qr code",
  ],
  records: [
    "Adding and approving | যোগ করা ও অনুমোদন",
    "four eyes two people look at every record nationality hold back দুজন চার চোখ জাতীয়তা",
  ],
  backups: ["When backups are made | ব্যাকআপ কখন নেওয়া হয়", "schedule hour daily keep days weeks months প্রতিদিন সময়"],
  retention: [
    "How long records are kept | রেকর্ড কত দিন রাখা হবে",
    "retention deletion old automatic notice gdpr পুরোনো মোছা",
  ],
  places: ["Official places to ask | জিজ্ঞেস করার সরকারি জায়গা", "offices government bmet ministry links দপ্তর মন্ত্রণালয়"],
  features: ["Features | সুবিধা", "switch off on not needed modules বন্ধ করা চালু করা লাগে না"],
  log: ["Public log | প্রকাশ্য লগ", "transparency witnesses witness checkpoint registers proof সাক্ষী চেকপয়েন্ট প্রমাণ"],
};

export type WordedPath = keyof typeof pageWords;
const hasWords = (path: string): path is WordedPath => Object.hasOwn(pageWords, path);

/** Undefined for a page that Ctrl K does not name. */
export function wordsOfPage(path: string): PageWords | undefined {
  if (hasWords(path)) return pageWords[path];
  const section = sectionIds.find((id) => sectionPath(id) === path);
  return section && sectionWords[section];
}
