/** Buttons that write nothing, by their route. "" is a button without a name. */
const readers: Readonly<Record<string, readonly string[]>> = {
  // A lookup answers while nothing can be written, and so does its receipt, which is not stored.
  "/": ["", "keep"],
  "/Check_Visa": ["", "keep"],
  "/Work_Permit": ["", "keep"],
  "/Visa": ["", "keep"],
  "/Application_Stts": ["", "keep"],
  "/Lima": ["", "keep"],
  "/code": [""],
  "/search": [""],
  // The request to the wallet is sealed into the page.
  "/check/wallet": ["", "ask", "see"],
  "/language": ["language"],
  "/dashboard/Find": [""],
  "/dashboard/History": [""],
  "/dashboard/update": [""],
  "/dashboard/Admin_Control": [""],
  // The next page asks before anything is changed.
  "/dashboard/Bulk/:id": [""],
  "/dashboard/Papers": ["switch"],
  // These change only the form. Another button saves it.
  "/dashboard/Menus": ["add", "up", "down", "remove", "delivered"],
  "/dashboard/Look": ["preview"],
  "/dashboard/Texts": ["preview"],
  "/report": ["start", "differs", "money"],
  "/Update_A_User/:id": ["sort"],
};

export const onlyReads = ({ route, does }: { route: string; does: string }): boolean =>
  readers[route]?.includes(does) ?? false;

/** The routes of forms that no page of this site shows to its readers, and who presses their buttons. */
export const notPressed: Readonly<Record<string, string>> = {
  "/confirm": "its link comes in a mail: accounts-without-scripts.test.ts",
  "/reset": "its link comes in a mail: accounts-without-scripts.test.ts",
  "/my-record/mails": "its link comes in a mail: holders.test.ts",
  "/prove-again": "needs an app: accounts-without-scripts.test.ts. Its form is that of /second-factor",
  "/setup": "only before the first admin: first-admin.test.ts, restore-by-page.test.ts",
  "/provider": "needs a provider that is there: provider-pages.test.ts",
  "/dashboard/palette": "sent by a script, and only reads",
  "/dashboard/page-draft": "sent by a script: page-drafts.spec.ts",
  "/dashboard/Backups": "needs a place for backups: backups.test.ts",
  "/dashboard/Backups/files": "needs a backup: backups.test.ts",
  "/dashboard/Import_Columns": "needs a remembered column: imports.test.ts",
};

/** Who uses a fetcher, whose answer no page shows by itself, and who shows it. */
export const fetchers: Readonly<Record<string, string>> = {
  "design/form/failure.tsx": "ActionFailure, above the page",
  "dashboard/records/record-panel.tsx": "only reads; the row's link leads to the whole record",
  "dashboard/record-form/use-posted-form.ts": "the form",
  "dashboard/numbers/list-in-parts.ts": "the list, which says where it was cut off",
  "dashboard/approval/page-ahead.ts": "only reads; the page is loaded again when it is opened",
};

/** Why a button is refused before anything is written. */
export const refusedBefore: Readonly<Record<string, string>> = {
  "/second-factor (code from)": "needs the password first: accounts-without-scripts.test.ts",
  "/second-factor (by code from)": "needs the password first: accounts-without-scripts.test.ts",
  "/dashboard/Sign_In (claim clientId clientSecret issuer name page-draft roles scopes version)":
    "asks the provider first",
  "/dashboard/Settings/:section (page-draft registration secondFactor seen)":
    "asks whether the consequences are wanted",
  "/dashboard/Settings/:section (page-draft retention.months retention.noticeDays retention.since seen)":
    "asks whether the consequences are wanted",
};
