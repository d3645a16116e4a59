import { createRequire } from "node:module";
import { type RouteConfig, layout, route } from "@react-router/dev/routes";
import { textPages } from "#core/texts/page-text.ts";
import type * as PageTable from "./pages.ts";

// Node loads pages.ts. The bundler, which runs this file, would transform all messages for the labels in it.
const { pages } = createRequire(import.meta.url)("./pages.ts") as typeof PageTable;

type PageName = keyof typeof pages;

const page = (name: PageName, file: string, id?: string) =>
  route(pages[name].path.slice(1), file, id === undefined ? {} : { id });

/** For pages in files of the same name: the page `classRoll` is in class-roll.route.tsx. */
const pagesIn = (folder: string, names: readonly PageName[]) =>
  names.map((name) => page(name, `${folder}/${kebabCase(name)}.route.tsx`));

const kebabCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** All pages except the lookup pages (lookup/lookup-pages.server.tsx). */
export default [
  layout("frame/public-layout.route.tsx", [
    page("report", "report/report.route.tsx"),
    ...pagesIn("check", ["check", "askWallet"]),
    ...pagesIn("news", ["news", "newsPost"]),
    page("search", "search/search.route.tsx"),
    page("proof", "proof/proof.route.tsx"),
    ...pagesIn("holder", ["myRecord", "holderMails"]),
    page("watch", "watch/watch.route.tsx"),
    ...pagesIn("share-code", ["code"]),
    ...textPages.map((text) => route(text, "texts/text-page.route.tsx", { id: text })),
    layout("account/sign-in/account-layout.route.tsx", [
      ...pagesIn("account/sign-in", ["login", "register", "confirm", "secondFactor"]),
      ...pagesIn("account/sign-in", ["provider", "signedIn", "forgot", "reset"]),
      page("registerSent", "account/sign-in/check-mail.route.tsx", "register-sent"),
      page("forgotSent", "account/sign-in/check-mail.route.tsx", "forgot-sent"),
      ...pagesIn("account/setup", ["invitation", "setup"]),
      ...pagesIn("account/own", [
        "account",
        "profile",
        "password",
        "secondStep",
        "passkeys",
        "sessions",
        "alerts",
        "proveAgain",
      ]),
    ]),
    route("*", "frame/not-found.route.tsx"),
  ]),
  layout("dashboard/layout/dashboard-layout.route.tsx", { id: "dashboard" }, [
    ...pagesIn("dashboard/overview", ["dashboard"]),
    ...pagesIn("dashboard/layout", ["badRequest"]),
    page("palette", "dashboard/palette/palette.route.ts"),
    page("pageDraft", "dashboard/record-form/page-draft.route.ts"),
    ...pagesIn("dashboard/drafts", ["drafts"]),
    ...pagesIn("dashboard/help", ["help"]),
    ...pagesIn("dashboard/record-form", ["addRecord", "ownRecords", "updateRecord"]),
    ...pagesIn("dashboard/records", ["records", "record", "deleteRecord"]),
    ...pagesIn("dashboard/holders", ["holderLink", "holderCards"]),
    ...pagesIn("dashboard/bulk", ["bulkRuns", "bulkRun", "bulkCards"]),
    page("recordFiles", "dashboard/export/record-files.route.ts"),
    page("recordsExport", "dashboard/export/records-export.route.ts"),
    page("bulkExport", "dashboard/bulk/bulk-export.route.ts"),
    ...pagesIn("dashboard/imports", ["imports", "importColumns", "importMemory"]),
    page("importReport", "dashboard/bulk/import-report.route.ts"),
    page("importSampleCsv", "dashboard/imports/import-sample.route.ts", "import-sample-csv"),
    page("importSampleXlsx", "dashboard/imports/import-sample.route.ts", "import-sample-xlsx"),
    ...pagesIn("dashboard/approval", ["approval", "decide"]),
    ...pagesIn("dashboard/date", ["changeDate"]),
    ...pagesIn("dashboard/audit", ["audit"]),
    page("auditExport", "dashboard/audit/audit-export.route.ts"),
    page("backupFile", "dashboard/settings/backup-file.route.ts"),
    ...pagesIn("dashboard/settings", [
      "settings",
      "settingsSection",
      "backups",
      "mailServer",
      "signIn",
      "apiKeys",
      "webhooks",
      "ownFields",
      "ownField",
      "secondNumber",
      "ownPapers",
      "ownPaper",
      "sets",
    ]),
    ...pagesIn("dashboard/appearance", ["appearance"]),
    ...pagesIn("dashboard/languages", ["languages"]),
    ...pagesIn("dashboard/numbers", ["find", "manyNumbers"]),
    page("enrolledClasses", "dashboard/classes/my-enrolled-classes.route.tsx"),
    page("selectedClasses", "dashboard/classes/my-selected-classes.route.tsx"),
    ...pagesIn("dashboard/classes", ["giveUpSeat", "paymentHistory", "receipt", "classes", "classRoll", "addClass"]),
    ...pagesIn("dashboard/classes", ["updateClass", "deleteClass", "studentPayments", "removeStudent", "voidPayment"]),
    ...pagesIn("dashboard/people", ["people", "invite", "person", "personAction"]),
    ...pagesIn("dashboard/desk", ["desk", "organisations", "organisation"]),
    page("deskTable", "dashboard/desk/desk-table.route.ts"),
    ...pagesIn("dashboard/reports", ["reports", "falseNumbers"]),
    page("answerReport", "dashboard/reports/report.route.tsx"),
    ...pagesIn("dashboard/posts", ["posts", "addPost", "updatePost", "deletePost"]),
    ...pagesIn("dashboard/menus", ["menus"]),
    ...pagesIn("dashboard/texts", ["texts"]),
  ]),
  page("photo", "account/own/photo.route.ts"),
  page("signOut", "account/sign-in/sign-out.route.ts"),
  page("language", "frame/language/language.route.ts"),
] satisfies RouteConfig;
