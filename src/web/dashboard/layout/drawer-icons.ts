import type { IconNode } from "lucide";
import bookOpen from "lucide/dist/esm/icons/book-open.mjs";
import chartColumn from "lucide/dist/esm/icons/chart-column.mjs";
import database from "lucide/dist/esm/icons/database.mjs";
import filePlus from "lucide/dist/esm/icons/file-plus.mjs";
import files from "lucide/dist/esm/icons/files.mjs";
import flag from "lucide/dist/esm/icons/flag.mjs";
import globe from "lucide/dist/esm/icons/globe.mjs";
import clock from "lucide/dist/esm/icons/clock.mjs";
import inbox from "lucide/dist/esm/icons/inbox.mjs";
import settings from "lucide/dist/esm/icons/settings.mjs";
import table from "lucide/dist/esm/icons/table-2.mjs";
import users from "lucide/dist/esm/icons/users.mjs";
import { pages } from "../../pages.ts";

export const drawerIcons: Readonly<Record<string, IconNode>> = {
  [pages.dashboard.path]: chartColumn,
  [pages.addRecord.path]: filePlus,
  [pages.ownRecords.path]: filePlus,
  [pages.records.path]: files,
  [pages.imports.path]: table,
  [pages.desk.path]: table,
  [pages.approval.path]: inbox,
  [pages.reports.path]: flag,
  [pages.people.path]: users,
  [pages.posts.path]: globe,
  [pages.menus.path]: globe,
  [pages.texts.path]: globe,
  [pages.audit.path]: clock,
  [pages.backups.path]: database,
  [pages.settings.path]: settings,
  [pages.enrolledClasses.path]: bookOpen,
  [pages.selectedClasses.path]: bookOpen,
  [pages.paymentHistory.path]: table,
};
