import type { Cell } from "#core/imports/table.ts";
import { seededRandom } from "#demo/random.ts";

/** The writing of a table. Latin tables are in English, French or Indonesian. */
export type Script = "Latin" | "Bengali" | "Devanagari" | "Arabic";

const digits: Record<Script, string> = {
  Latin: "0123456789",
  Bengali: "০১২৩৪৫৬৭৮৯",
  Devanagari: "०१२३४५६७८९",
  Arabic: "٠١٢٣٤٥٦٧٨٩",
};
const months: Record<Script, string> = {
  Latin: "January February March April May June July August September October November December",
  Bengali: "জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর",
  Devanagari: "जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
  Arabic: "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
};
const names: Record<Script, readonly [given: string, last: string, places: string, nations: string, nothing: string]> =
  {
    Latin: [
      "Rahim Karim Amina Sita Joseph Md. Aung Fatma Siti Ravi",
      "Uddin Sharma Khan Begum Ochieng Diallo",
      "Comilla,Ward 4,House 7; Mirpur,Nakuru,Siwan,Jl. Melati 3",
      "Bangladeshi,Nepali,Kenyan",
      "-,N/A,nil,Pending,Nil.,not yet",
    ],
    Bengali: [
      "রহিম করিম আমিনা আব্দুল সালমা কামাল",
      "উদ্দিন হোসেন বেগম মিয়া",
      "কুমিল্লা,লাকসাম,বাড়ি ৭,সিলেট",
      "বাংলাদেশি",
      "নাই,-,প্রযোজ্য নয়,হয়নি",
    ],
    Devanagari: [
      "राम सीता मोहन गीता सुरेश कमला",
      "यादव शर्मा थापा देवी",
      "सिवान,पोखरा,वार्ड ४,बुटवल",
      "भारतीय,नेपाली",
      "नहीं,छैन,-,लागू नहीं,बाँकी",
    ],
    Arabic: [
      "محمد علي فاطمة أحمد حسن مريم",
      "الهمداني خان حداد بیگم",
      "صنعاء,لاہور,شارع النيل,إب",
      "يمني,پاکستانی",
      "لا يوجد,نہیں,-,قيد الإصدار,لم يصدر",
    ],
  };

/** All that a table is drawn with. */
export function drawingFrom(seed: number) {
  const draw = seededRandom(seed);
  const upTo = (count: number) => Math.floor(draw() * count);
  const one = <Item>(items: readonly Item[]): Item => {
    const item = items[upTo(items.length)];
    if (item === undefined) throw new Error("nothing to draw from");
    return item;
  };
  const chance = (share: number) => draw() < share;
  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, place: draw() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ item }) => item);
  const script = one(["Latin", "Latin", "Bengali", "Devanagari", "Arabic"] as const);
  const [given, last, places, nations, nothing] = names[script];
  const ownDigits = chance(0.5) ? digits[script] : digits.Latin;
  const inDigits = (text: string) => text.replaceAll(/\d/g, (digit) => ownDigits[Number(digit)] ?? digit);
  const word = (list: string, by = " ") => one(list.split(by));
  return {
    one,
    upTo,
    chance,
    shuffled,
    script,
    inDigits,
    words: {
      name: () => word(given),
      surname: () => word(last),
      places: places.split(","),
      nationalities: nations.split(","),
      nothing: word(nothing, ","),
      months: months[script].split(" "),
    },
    titles: [
      "Shapla Overseas Ltd.",
      "List of candidates 2026",
      "প্রার্থীদের তালিকা",
      "उम्मीदवारों की सूची",
      "كشف العمال المرشحين",
      "Printed 12 May 2026",
    ],
    totals: ["Total", "মোট", "कुल", "المجموع", "Total candidates"],
    signatures: ["Prepared by", "Checked by: S. Ali", "স্বাক্ষর", "हस्ताक्षर", "التوقيع"],
  };
}
export type Drawing = ReturnType<typeof drawingFrom>;

/** One way in which a table writes its days, and its numbers. */
export function drawnWriting({ one, chance, inDigits, words }: Drawing) {
  const form = one(["iso", "d/m/y", "d.m.y", "m/d/y", "word", "wordShort", "cell", "short", "th"] as const);
  const isNumeric = chance(0.4);
  const asDay = (day: string): Cell => {
    const [year = "", month = "", date = ""] = day.split("-");
    const name = words.months[Number(month) - 1] ?? "";
    if (form === "cell") return { day };
    const [d, m, y] = [String(Number(date)), String(Number(month)), year.slice(2)];
    const forms = {
      iso: day,
      "d/m/y": `${date}/${month}/${year}`,
      "d.m.y": `${d}.${m}.${year}`,
      "m/d/y": `${month}/${date}/${year}`,
      word: `${d} ${name} ${year}`,
      wordShort: `${date}-${/^[A-Z]/.test(name) ? name.slice(0, 3) : name}-${y}`,
      short: `${date}/${month}/${y}`,
      th: `${d}${/^[A-Z]/.test(name) ? "th" : ""} ${name}, ${year}`,
    };
    return inDigits(forms[form]);
  };
  const asNumber = (number: string): Cell => {
    if (isNumeric && /^\d+$/.test(number) && chance(0.7)) return { number };
    if (number.length < 6 || /[ /]/.test(number)) return number;
    return one([
      number,
      number,
      number,
      inDigits(number),
      `${number.slice(0, 2)} ${number.slice(2)}`,
      `${number.slice(0, 3)}-${number.slice(3)}`,
      `'${number}`,
      number.toLowerCase(),
      `PP No: ${number}`,
    ]);
  };
  return { asDay, asNumber };
}
