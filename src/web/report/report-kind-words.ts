import type { ReportKind } from "#core/reports/report.ts";
import { m } from "#i18n/compiled/messages.js";

export const reportKindWords: Record<ReportKind, () => string> = {
  differs: m.report_kind_differs,
  money: m.report_kind_money,
  mistake: m.report_kind_mistake,
  removal: m.report_kind_removal,
  other: m.report_kind_other,
};
