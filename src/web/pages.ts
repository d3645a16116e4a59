import type { AccessPolicy } from "#core/staff/access-policies.ts";
import { m } from "#i18n/compiled/messages.js";

type Page = {
  path: string;
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
const forAdmins = { policy: "admins" } as const;
const formForAdmins = { policy: "admins", takesForm: true } as const;

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
  badRequest: { path: "/dashboard/BAD_Request", ...own },
  addRecord: { path: "/dashboard/Entry", ...formForAdmins, takesFiles: true, menu: { label: m.entry, letter: "e" } },
  ownRecords: {
    path: "/dashboard/ManagePost",
    policy: "moderators",
    takesForm: true,
    takesFiles: true,
    menu: { label: m.manage_post, letter: "o" },
  },
  updateRecord: { path: "/Update_A_User/:id", ...formForClerks, takesFiles: true },
  records: { path: "/dashboard/update", ...formForAdmins, menu: { label: m.manage_records, letter: "u" } },
  deleteRecord: { path: "/dashboard/update/:id/delete", ...formForAdmins },
  approval: { path: "/dashboard/Control_Post", ...formForAdmins, menu: { label: m.queue_title, letter: "q" } },
  decide: { path: "/dashboard/Control_Post/:id", ...formForAdmins },
  find: { path: "/dashboard/Find", ...formForAdmins, menu: { label: m.find_title, letter: "f" } },
  manyNumbers: { path: "/MaltipleInput", ...formForClerks, menu: { label: m.many_title, letter: "k" } },
  changeDate: { path: "/dashboard/change-date", ...formForAdmins, menu: { label: m.change_date_title, letter: "d" } },

  classes: { path: "/dashboard/classes", ...formForAdmins, menu: { label: m.class_all, letter: "c" } },
  addClass: { path: "/dashboard/add-class", ...formForAdmins },
  classRoll: { path: "/dashboard/classes/:id", ...formForAdmins },
  updateClass: { path: "/dashboard/classes/:id/edit", ...formForAdmins },
  deleteClass: { path: "/dashboard/classes/:id/delete", ...formForAdmins },
  studentPayments: { path: "/dashboard/classes/:id/students/:person", ...formForAdmins },
  removeStudent: { path: "/dashboard/classes/:id/students/:person/remove", ...formForAdmins },
  voidPayment: { path: "/dashboard/payments/:id/void", ...formForAdmins },
  receipt: { path: "/dashboard/receipt/:id", ...own },
  enrolledClasses: {
    path: "/dashboard/my-enrolled-classes",
    ...forStudents,
    menu: { label: m.class_my_enrolled, letter: "l" },
  },
  giveUpSeat: { path: "/dashboard/my-enrolled-classes/:id/give-up", ...formForStudents },
  selectedClasses: {
    path: "/dashboard/my-selected-classes",
    ...formForStudents,
    menu: { label: m.class_my_selected, letter: "s" },
  },
  paymentHistory: {
    path: "/dashboard/payment-history",
    ...forStudents,
    menu: { label: m.class_payment_history, letter: "y" },
  },

  people: { path: "/dashboard/Admin_Control", ...formForAdmins, menu: { label: m.staff_title, letter: "a" } },
  person: { path: "/dashboard/Admin_Control/:id", ...forAdmins },
  personAction: { path: "/dashboard/Admin_Control/:id/:action", ...formForAdmins },
  invite: { path: "/dashboard/invite", ...formForAdmins },
  reports: { path: "/dashboard/Reports", ...forAdmins, menu: { label: m.reports_title, letter: "r" } },
  answerReport: { path: "/dashboard/Reports/:id", ...formForAdmins },
  posts: { path: "/dashboard/Posts", ...forAdmins, menu: { label: m.posts_title, letter: "p" } },
  addPost: { path: "/dashboard/New_Post", ...formForAdmins, takesFiles: true },
  updatePost: { path: "/dashboard/Posts/:id/edit", ...formForAdmins, takesFiles: true },
  deletePost: { path: "/dashboard/Posts/:id/delete", ...formForAdmins },
  menus: { path: "/dashboard/Menus", ...formForAdmins, menu: { label: m.menus_title, letter: "m" } },
  texts: { path: "/dashboard/Texts", ...formForAdmins, menu: { label: m.texts_title, letter: "t" } },
  settings: { path: "/dashboard/Settings", ...formForAdmins, menu: { label: m.settings_title, letter: "i" } },
} as const satisfies Record<string, Page>;

/** The same rows for who goes through all of them. */
export const pageTable: readonly Page[] = Object.values(pages);
