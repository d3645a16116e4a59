import type { AccessPolicy } from "#core/staff/access-policies.ts";
import { m } from "#i18n/compiled/messages.js";

type Page = {
  path: string;
  /** Who may see it, and send its form. */
  policy: AccessPolicy;
  takesForm?: true;
  takesFiles?: true;
  /** Its line in the drawer of the dashboard, in this order. "g" and the letter lead there. */
  menu?: { label: () => string; letter: string };
};

const forAnyone = { policy: "anyone" } as const;
const formForAnyone = { policy: "anyone", takesForm: true } as const;
const own = { policy: "signed-in" } as const;
const ownForm = { policy: "signed-in", takesForm: true } as const;
const forStudents = { policy: "students" } as const;
const formForStudents = { policy: "students", takesForm: true } as const;
const formForClerks = { policy: "clerks", takesForm: true } as const;
const formForModerators = { policy: "moderators", takesForm: true } as const;
const forAdmins = { policy: "admins" } as const;
const formForAdmins = { policy: "admins", takesForm: true } as const;

const inDrawer = (label: () => string, letter: string) => ({ menu: { label, letter } });

/**
 * Every page but those of texts and those on which a record is looked up (textPages and lookupPages of core).
 * A path with a parameter is filled in by `href` of React Router: `href(pages.classRoll.path, { id })`.
 */
export const pages = {
  report: { path: "/report", ...formForAnyone },
  news: { path: "/news", ...forAnyone },
  newsPost: { path: "/news/:id", ...forAnyone },
  search: { path: "/search", ...formForAnyone },
  language: { path: "/language", ...formForAnyone },

  login: { path: "/login", ...formForAnyone },
  register: { path: "/register", ...formForAnyone },
  registerSent: { path: "/register/sent", ...forAnyone },
  confirm: { path: "/confirm", ...formForAnyone },
  secondFactor: { path: "/second-factor", ...formForAnyone },
  google: { path: "/google", ...formForAnyone },
  signedIn: { path: "/signed-in", ...forAnyone },
  forgot: { path: "/forgot", ...formForAnyone },
  forgotSent: { path: "/forgot/sent", ...forAnyone },
  reset: { path: "/reset", ...formForAnyone },
  invitation: { path: "/invitation", ...formForAnyone },
  setup: { path: "/setup", ...formForAnyone },
  signOut: { path: "/sign-out", ...formForAnyone },

  account: { path: "/account", ...own },
  profile: { path: "/account/profile", ...ownForm },
  password: { path: "/account/password", ...ownForm },
  secondStep: { path: "/account/second-step", ...ownForm },
  passkeys: { path: "/account/passkeys", ...ownForm },
  sessions: { path: "/account/sessions", ...ownForm },
  proveAgain: { path: "/prove-again", ...ownForm },

  dashboard: { path: "/dashboard", ...own },
  pageDraft: { path: "/dashboard/page-draft", ...formForClerks },
  badRequest: { path: "/dashboard/BAD_Request", ...own },
  addRecord: { path: "/dashboard/Entry", ...formForAdmins, takesFiles: true, ...inDrawer(m.entry, "e") },
  ownRecords: {
    path: "/dashboard/ManagePost",
    ...formForModerators,
    takesFiles: true,
    ...inDrawer(m.manage_post, "o"),
  },
  updateRecord: { path: "/Update_A_User/:id", ...formForClerks, takesFiles: true },
  records: { path: "/dashboard/update", ...formForAdmins, ...inDrawer(m.manage_records, "u") },
  deleteRecord: { path: "/dashboard/update/:id/delete", ...formForAdmins },
  approval: { path: "/dashboard/Control_Post", ...formForAdmins, ...inDrawer(m.queue_title, "q") },
  decide: { path: "/dashboard/Control_Post/:id", ...formForAdmins },
  find: { path: "/dashboard/Find", ...formForAdmins, ...inDrawer(m.find_title, "f") },
  manyNumbers: { path: "/MaltipleInput", ...formForClerks, ...inDrawer(m.many_title, "k") },
  changeDate: { path: "/dashboard/change-date", ...formForAdmins, ...inDrawer(m.change_date_title, "d") },

  classes: { path: "/dashboard/classes", ...formForAdmins, ...inDrawer(m.class_all, "c") },
  addClass: { path: "/dashboard/add-class", ...formForAdmins },
  classRoll: { path: "/dashboard/classes/:id", ...formForAdmins },
  updateClass: { path: "/dashboard/classes/:id/edit", ...formForAdmins },
  deleteClass: { path: "/dashboard/classes/:id/delete", ...formForAdmins },
  studentPayments: { path: "/dashboard/classes/:id/students/:person", ...formForAdmins },
  removeStudent: { path: "/dashboard/classes/:id/students/:person/remove", ...formForAdmins },
  voidPayment: { path: "/dashboard/payments/:id/void", ...formForAdmins },
  receipt: { path: "/dashboard/receipt/:id", ...own },
  enrolledClasses: { path: "/dashboard/my-enrolled-classes", ...forStudents, ...inDrawer(m.class_my_enrolled, "l") },
  giveUpSeat: { path: "/dashboard/my-enrolled-classes/:id/give-up", ...formForStudents },
  selectedClasses: {
    path: "/dashboard/my-selected-classes",
    ...formForStudents,
    ...inDrawer(m.class_my_selected, "s"),
  },
  paymentHistory: { path: "/dashboard/payment-history", ...forStudents, ...inDrawer(m.class_payment_history, "y") },

  people: { path: "/dashboard/Admin_Control", ...formForAdmins, ...inDrawer(m.staff_title, "a") },
  person: { path: "/dashboard/Admin_Control/:id", ...forAdmins },
  personAction: { path: "/dashboard/Admin_Control/:id/:action", ...formForAdmins },
  invite: { path: "/dashboard/invite", ...formForAdmins },
  reports: { path: "/dashboard/Reports", ...forAdmins, ...inDrawer(m.reports_title, "r") },
  answerReport: { path: "/dashboard/Reports/:id", ...formForAdmins },
  posts: { path: "/dashboard/Posts", ...forAdmins, ...inDrawer(m.posts_title, "p") },
  addPost: { path: "/dashboard/New_Post", ...formForAdmins, takesFiles: true },
  updatePost: { path: "/dashboard/Posts/:id/edit", ...formForAdmins, takesFiles: true },
  deletePost: { path: "/dashboard/Posts/:id/delete", ...formForAdmins },
  menus: { path: "/dashboard/Menus", ...formForAdmins, ...inDrawer(m.menus_title, "m") },
  texts: { path: "/dashboard/Texts", ...formForAdmins, ...inDrawer(m.texts_title, "t") },
  backups: { path: "/dashboard/Backups", ...formForAdmins, ...inDrawer(m.backups_title, "b") },
  settings: { path: "/dashboard/Settings", ...formForAdmins, ...inDrawer(m.settings_title, "i") },
} as const satisfies Record<string, Page>;

/** The same rows for who goes through all of them. */
export const pageTable: readonly Page[] = Object.values(pages);
