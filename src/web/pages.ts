import type { AccessPolicy } from "#core/accounts/access-policies.ts";
import type { OfFeature } from "#core/settings/features.ts";
import { m } from "#i18n/compiled/messages.js";

/** Without its feature the page is not found, and nothing leads to it. */
export type Page = OfFeature & {
  path: string;
  /** Who may see the page and send its form. */
  policy: AccessPolicy;
  takesForm?: true;
  takesFiles?: true;
  /**
   * The page's line in the dashboard's drawer, in this order within its group. The keys "g" and `letter` open it. Pages
   * with the same `line` share a line under that name, and are tabs of each other.
   */
  menu?: { group: MenuGroup; label: () => string; letter: string; line?: () => string };
};

export type MenuGroup = "work" | "site";

const forAnyone = { policy: "anyone" } as const;
const formForAnyone = { policy: "anyone", takesForm: true } as const;
const own = { policy: "signed-in" } as const;
const ownForm = { policy: "signed-in", takesForm: true } as const;
const classForStudents = { policy: "students", feature: "classes" } as const;
const studentClassForm = { ...classForStudents, takesForm: true } as const;
const forStaff = { policy: "staff" } as const;
const formForStaff = { policy: "staff", takesForm: true } as const;
const formForModerators = { policy: "moderators", takesForm: true } as const;
const deskFormForOrganisations = { policy: "organisations", takesForm: true, feature: "desk" } as const;
const forAdmins = { policy: "admins" } as const;
const formForAdmins = { policy: "admins", takesForm: true } as const;
const bulkForStaff = { ...formForStaff, feature: "bulk" } as const;
const classForAdmins = { ...formForAdmins, feature: "classes" } as const;
const importForAdmins = { ...formForAdmins, feature: "imports" } as const;
const newsForAdmins = { ...formForAdmins, feature: "news" } as const;
const deskForAdmins = { ...formForAdmins, feature: "desk" } as const;

const ofWork = (label: () => string, letter: string) => ({ menu: { group: "work", label, letter } }) as const;
const ofSite = (label: () => string, letter: string) => ({ menu: { group: "site", label, letter } }) as const;
const ofRecords = (label: () => string, letter: string) => ({
  menu: { ...ofWork(label, letter).menu, line: m.manage_records },
});
const ofReports = (label: () => string, letter: string) => ({
  menu: { ...ofWork(label, letter).menu, line: m.reports_title },
});
const ofPeople = (label: () => string, letter: string) => ({
  menu: { ...ofSite(label, letter).menu, line: m.staff_title },
});

/**
 * All pages except text pages (textPages in #core) and lookup pages (lookupPages in #core).
 * React Router's `href` fills in the parameters of a path: `href(pages.classRoll.path, { id })`.
 */
export const pages = {
  report: { path: "/report", ...formForAnyone },
  check: { path: "/check", ...forAnyone },
  askWallet: { path: "/check/wallet", feature: "wallets", ...formForAnyone },
  news: { path: "/news", feature: "news", ...forAnyone },
  newsPost: { path: "/news/:id", feature: "news", ...forAnyone },
  search: { path: "/search", ...formForAnyone },
  proof: { path: "/proof", ...forAnyone },
  myRecord: { path: "/my-record", feature: "holders", ...formForAnyone },
  watch: { path: "/watch", feature: "watches", ...formForAnyone },
  /** Of no feature: mails that were sent keep their link that stops them. */
  holderMails: { path: "/my-record/mails", ...formForAnyone },
  code: { path: "/code", feature: "holders", ...formForAnyone },
  language: { path: "/language", ...formForAnyone },

  login: { path: "/login", ...formForAnyone },
  register: { path: "/register", ...formForAnyone },
  registerSent: { path: "/register/sent", ...forAnyone },
  confirm: { path: "/confirm", ...formForAnyone },
  secondFactor: { path: "/second-factor", ...formForAnyone },
  provider: { path: "/provider", ...formForAnyone },
  signedIn: { path: "/signed-in", ...forAnyone },
  forgot: { path: "/forgot", ...formForAnyone },
  forgotSent: { path: "/forgot/sent", ...forAnyone },
  reset: { path: "/reset", ...formForAnyone },
  invitation: { path: "/invitation", ...formForAnyone },
  setup: { path: "/setup", ...formForAnyone },
  signOut: { path: "/sign-out", ...formForAnyone },

  account: { path: "/account", ...own },
  profile: { path: "/account/profile", ...ownForm },
  photo: { path: "/account/photo", ...own },
  password: { path: "/account/password", ...ownForm },
  secondStep: { path: "/account/second-step", ...ownForm },
  passkeys: { path: "/account/passkeys", ...ownForm },
  sessions: { path: "/account/sessions", ...ownForm },
  alerts: { path: "/account/alerts", ...formForStaff },
  proveAgain: { path: "/prove-again", ...ownForm },

  dashboard: { path: "/dashboard", ...ownForm, ...ofWork(m.overview_title, "v") },
  palette: { path: "/dashboard/palette", ...formForStaff },
  help: { path: "/dashboard/help", ...forStaff },
  pageDraft: { path: "/dashboard/page-draft", ...formForStaff },
  badRequest: { path: "/dashboard/BAD_Request", ...own },
  addRecord: { path: "/dashboard/Entry", ...formForAdmins, takesFiles: true, ...ofWork(m.entry, "e") },
  ownRecords: {
    path: "/dashboard/ManagePost",
    ...formForModerators,
    takesFiles: true,
    ...ofWork(m.manage_post, "o"),
  },
  updateRecord: { path: "/Update_A_User/:id", ...formForStaff, takesFiles: true },
  records: { path: "/dashboard/update", ...formForStaff, ...ofRecords(m.manage_records, "u") },
  record: { path: "/dashboard/records/:id", ...formForStaff },
  recordFiles: { path: "/dashboard/records/:id/files", ...formForAdmins },
  holderLink: { path: "/dashboard/records/:id/holder", feature: "holders", ...formForStaff },
  deleteRecord: { path: "/dashboard/update/:id/delete", ...formForAdmins },
  bulkRuns: { path: "/dashboard/Bulk", ...bulkForStaff },
  bulkRun: { path: "/dashboard/Bulk/:id", ...bulkForStaff },
  bulkExport: { path: "/dashboard/Bulk/:id/table", ...formForStaff, feature: ["bulk", "exports"] },
  recordsExport: { path: "/dashboard/Export/table", feature: "exports", ...formForStaff },
  holderCards: { path: "/dashboard/Bulk/:id/holder-cards", ...formForStaff, feature: ["bulk", "holders"] },
  bulkCards: { path: "/dashboard/Bulk/:id/cards", ...forStaff, feature: "bulk" },
  imports: { path: "/dashboard/import", ...importForAdmins, takesFiles: true, ...ofWork(m.import_title, "n") },
  importColumns: { path: "/dashboard/import/:id", ...importForAdmins },
  importReport: { path: "/dashboard/import/:id/report.csv", feature: "imports", ...forAdmins },
  importSampleCsv: { path: "/dashboard/import-sample.csv", feature: "imports", ...forAdmins },
  importSampleXlsx: { path: "/dashboard/import-sample.xlsx", feature: "imports", ...forAdmins },
  approval: { path: "/dashboard/Control_Post", ...formForAdmins, ...ofWork(m.queue_title, "q") },
  decide: { path: "/dashboard/Control_Post/:id", ...formForAdmins },
  drafts: { path: "/dashboard/Drafts", ...formForStaff },
  find: { path: "/dashboard/Find", ...formForAdmins, ...ofRecords(m.find_title, "f") },
  manyNumbers: { path: "/MaltipleInput", ...formForStaff, ...ofRecords(m.many_title, "k") },
  changeDate: { path: "/dashboard/change-date", ...formForAdmins },

  people: { path: "/dashboard/Admin_Control", ...formForAdmins, ...ofPeople(m.staff_title, "a") },
  classes: { path: "/dashboard/classes", ...classForAdmins, ...ofPeople(m.class_all, "c") },
  addClass: { path: "/dashboard/add-class", ...classForAdmins },
  classRoll: { path: "/dashboard/classes/:id", ...classForAdmins },
  updateClass: { path: "/dashboard/classes/:id/edit", ...classForAdmins },
  deleteClass: { path: "/dashboard/classes/:id/delete", ...classForAdmins },
  studentPayments: { path: "/dashboard/classes/:id/students/:person", ...classForAdmins },
  removeStudent: { path: "/dashboard/classes/:id/students/:person/remove", ...classForAdmins },
  voidPayment: { path: "/dashboard/payments/:id/void", ...classForAdmins },
  receipt: { path: "/dashboard/receipt/:id", feature: "classes", ...own },
  enrolledClasses: { path: "/dashboard/my-enrolled-classes", ...classForStudents, ...ofWork(m.class_my_enrolled, "l") },
  giveUpSeat: { path: "/dashboard/my-enrolled-classes/:id/give-up", ...studentClassForm },
  selectedClasses: { path: "/dashboard/my-selected-classes", ...studentClassForm, ...ofWork(m.class_my_selected, "s") },
  paymentHistory: { path: "/dashboard/payment-history", ...classForStudents, ...ofWork(m.class_payment_history, "y") },

  desk: { path: "/dashboard/Desk", feature: "desk", policy: "organisations", ...ofWork(m.desk_title, "d") },
  deskTable: { path: "/dashboard/Desk/table", ...deskFormForOrganisations, takesFiles: true },
  organisations: { path: "/dashboard/Organisations", ...deskForAdmins, ...ofPeople(m.organisations_title, "g") },
  organisation: { path: "/dashboard/Organisations/:id", ...deskForAdmins },

  person: { path: "/dashboard/Admin_Control/:id", ...formForAdmins },
  personAction: { path: "/dashboard/Admin_Control/:id/:action", ...formForAdmins },
  invite: { path: "/dashboard/invite", ...formForAdmins },
  reports: { path: "/dashboard/Reports", ...forAdmins, ...ofReports(m.reports_title, "r") },
  answerReport: { path: "/dashboard/Reports/:id", ...formForAdmins },
  falseNumbers: { path: "/dashboard/False_Numbers", ...formForAdmins, ...ofReports(m.false_numbers_title, "x") },
  posts: { path: "/dashboard/Posts", feature: "news", ...forAdmins, ...ofSite(m.posts_title, "p") },
  addPost: { path: "/dashboard/New_Post", ...newsForAdmins, takesFiles: true },
  updatePost: { path: "/dashboard/Posts/:id/edit", ...newsForAdmins, takesFiles: true },
  deletePost: { path: "/dashboard/Posts/:id/delete", ...newsForAdmins },
  menus: { path: "/dashboard/Menus", ...formForAdmins, ...ofSite(m.menus_title, "m") },
  texts: { path: "/dashboard/Texts", ...formForAdmins, ...ofSite(m.texts_title, "t") },
  audit: { path: "/dashboard/History", ...formForAdmins, ...ofSite(m.audit_title, "w") },
  auditExport: { path: "/dashboard/History/table", ...formForAdmins },
  backupFile: { path: "/dashboard/Backups/files", ...formForAdmins },
  backups: { path: "/dashboard/Backups", ...formForAdmins, ...ofSite(m.backups_title, "b") },
  apiKeys: { path: "/dashboard/API_Keys", policy: "key-owners", takesForm: true },
  languages: { path: "/dashboard/Languages", ...formForAdmins },
  appearance: { path: "/dashboard/Look", ...formForAdmins, takesFiles: true },
  webhooks: { path: "/dashboard/Webhooks", feature: "webhooks", ...formForAdmins },
  importMemory: { path: "/dashboard/Import_Columns", ...importForAdmins },
  signIn: { path: "/dashboard/Sign_In", ...formForAdmins },
  mailServer: { path: "/dashboard/Mail_Server", ...formForAdmins },
  ownFields: { path: "/dashboard/Fields", ...formForAdmins },
  ownField: { path: "/dashboard/Field", ...formForAdmins },
  secondNumber: { path: "/dashboard/Number", ...formForAdmins },
  ownPapers: { path: "/dashboard/Papers", ...formForAdmins },
  ownPaper: { path: "/dashboard/Paper", ...formForAdmins },
  sets: { path: "/dashboard/Sets", ...formForAdmins },
  settings: { path: "/dashboard/Settings", ...forAdmins, ...ofSite(m.settings_title, "i") },
  settingsSection: { path: "/dashboard/Settings/:section", ...formForAdmins },
} as const satisfies Record<string, Page>;

export const pageTable: readonly Page[] = Object.values(pages);
