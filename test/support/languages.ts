import type { Language } from "#core/settings/languages.ts";

export const scripts: Record<Language, RegExp> = {
  en: /\p{Script=Latin}/u,
  bn: /\p{Script=Bengali}/u,
  hi: /\p{Script=Devanagari}/u,
  ne: /\p{Script=Devanagari}/u,
  ur: /\p{Script=Arabic}/u,
  ar: /\p{Script=Arabic}/u,
};

/** Words that the site must never use about a document: valid, genuine, authentic, certified, guaranteed. */
export const claims: Record<Language, RegExp> = {
  en: /\b(valid|genuine|authentic|verified by|guarantee)/i,
  bn: /বৈধ|খাঁটি|সত্যায়িত/u,
  hi: /वैध|असली|प्रामाणिक|प्रमाणित|गारंटी/u,
  ne: /वैध|सक्कली|प्रामाणिक|प्रमाणित|ग्यारेन्टी|आधिकारिक/u,
  ur: /اصلی|مستند|معتبر|ضمانت|تصدیق شدہ/u,
  ar: /أصلي|صالح|موث|معتمد|مضمون|نضمن/u,
};
