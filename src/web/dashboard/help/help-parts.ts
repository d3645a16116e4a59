import { isPartOf, type OfFeature, type WithFeatures } from "#core/settings/features.ts";

/** A document of docs/office, by the name of its file. */
type HelpPart = OfFeature & { name: string; en: string; bn: string; words: string };

/** The parts of the page with the help: their names in both languages are the titles of the documents in docs/office. */
const helpParts: readonly HelpPart[] = [
  { name: "adding", en: "Add and correct a record", bn: "রেকর্ড যোগ করা ও ঠিক করা", words: "new upload draft" },
  { name: "finding", en: "Find records", bn: "রেকর্ড খোঁজা", words: "search filter export" },
  {
    name: "holders",
    feature: "holders",
    en: "The holder's own page",
    bn: "প্রার্থীর নিজের পাতা",
    words: "card pin lost phone frozen share codes wallet কার্ড শেয়ার কোড ওয়ালেট",
  },
  {
    name: "deciding",
    en: "Approve, hide, delete, answer",
    bn: "অনুমোদন, গোপন করা, মোছা, উত্তর দেওয়া",
    words: "approval refuse reason reports",
  },
  { name: "importing", feature: "imports", en: "Import a table", bn: "তালিকা আমদানি", words: "columns excel" },
  {
    name: "own",
    en: "Fields and papers of your own",
    bn: "নিজস্ব ঘর আর কাগজ",
    words: "custom sponsor kafeel medical slip স্পনসর মেডিকেল",
  },
  { name: "people", en: "People", bn: "ব্যবহারকারী", words: "invite role leaves suspend আমন্ত্রণ" },
  { name: "organisations", feature: "desk", en: "Organisations", bn: "প্রতিষ্ঠান", words: "embassy employer দূতাবাস" },
  { name: "website", en: "The site that visitors see", bn: "দর্শনার্থীরা যে সাইট দেখেন", words: "settings languages texts" },
];

/** The parts about features that the site has. */
export const helpPartsOf = (site: WithFeatures): HelpPart[] => helpParts.filter((part) => isPartOf(site, part));
