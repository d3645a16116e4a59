import { m } from "#i18n/compiled/messages.js";

/** Texts of the settings as they are delivered, which the pages know in every language. */
const known: ReadonlyMap<string, () => string> = new Map([
  ["Check an Australian visa (VEVO)", m.official_vevo],
  ["Check a Canadian application (IRCC)", m.official_ircc],
  ["Bureau of Manpower, Employment and Training (BMET)", m.official_bmet],
  ["Scamwatch, Australia", m.official_scamwatch],
  ["Fair Work Ombudsman, Australia", m.official_fair_work],
  ["Canadian Anti-Fraud Centre", m.official_anti_fraud],
  ["International Labour Organization", m.official_ilo],
  ["International Organization for Migration", m.official_iom],
  ["Employers with a positive LMIA (Government of Canada)", m.official_positive_lmia],
  ["Canadian employers found non-compliant (IRCC)", m.official_non_compliant],
  ["Medical exams and panel physicians (IRCC)", m.official_medical],
  ["Fingerprints and photo for Canada (IRCC)", m.official_biometrics],
  ["Police clearance (Bangladesh Police)", m.official_police],
  ["Ask Australia itself whether a visa is in force.", m.official_vevo_text],
  ["Ask Canada itself where an application stands.", m.official_ircc_text],
  ["Clearance and licensed agencies in Bangladesh.", m.official_bmet_text],
  ["How job and visa scams work, and how to report one.", m.official_scamwatch_text],
  ["Pay and rights at work in Australia.", m.official_fair_work_text],
  ["Report immigration fraud in Canada.", m.official_anti_fraud_text],
  ["Fair recruitment: workers do not pay for a job.", m.official_ilo_text],
  ["Help and advice for people on the move.", m.official_iom_text],
]);

/** In the visitor's language if it is a text of ours; what an operator wrote stays as it is. */
export const inOurWords = (text: string): string => known.get(text)?.() ?? text;
