/** What a form says around what it asks for: "What is your passport number?", "Please write your full name as in passport". */
const asking: readonly RegExp[] = [
  /(?<!\p{L})(?:please|kindly|pls)(?!\p{L})[\s,:]*/giu,
  /^(?:what(?: is|['’]?s| are| was)|which is|(?:enter|write|specify|share)(?=\s+\p{L})|tell us|let us know|can you (?:tell|give|write)(?: us)?|(?:write|enter|type|give|provide|state|mention|fill|put|specify|confirm)(?: down| in| us)?(?=\s+(?:your|the|full|complete)\b))(?!\p{L})[\s:]*/iu,
  /^(?:¿\s*)?(?:cu[aá]l es|escriba|indique|ingrese|qual [eé]|quel(?:le)? est|indiquez|siapa|masukkan|tuliskan)(?!\p{L})[\s:]*/iu,
  /(?<!\p{L})(?:is|hai|ho|he|hobe)\s*\?$/iu,
  /(?<![\p{L}\p{M}])(?:কী|কি|लिखें|लिखिए|लेख्नुहोस्|क्या है|क्या हैं|के हो|লিখুন|লেখেন|দিন|لکھیں|کیا ہے|درج کریں|اكتب|أدخل|ما هو|ما هي|ما)(?!\p{L}|\p{M})/gu,
  /[?؟]+\s*\*?$/u,
];

/** "Your" may stand before anybody else: what is left says whose it is. */
const your =
  /(?<![\p{L}\p{M}])(?:your own|your|আপনার|तपाईंको|तपाईको|तपाइँको|आपका|आपकी|आपके|अपना|अपनी|अपने|آپ کا|آپ کی|آپ کے|اپنا|اپنی|اپنے)(?![\p{L}\p{M}])\s*/giu;
/** The same in languages in which it may be another word. */
const maybeYour = /(?<!\p{L})(?:tu|su|sus|sua|seu|votre|anda)(?!\p{L})\s*/giu;

/** True for what a form asks of whoever fills it in. */
export const asksReader = (heading: string): boolean => heading.search(your) !== -1;

/** The heading without the words of a question. The same one if it is none. */
export function withoutQuestion(heading: string): string {
  const text = asking.reduce((rest, words) => rest.replace(words, " ").trim(), heading.trim());
  const isAsked = text !== heading.trim();
  const plain = (isAsked ? text.replaceAll(maybeYour, "") : heading).replaceAll(your, "").trim();
  return /\p{L}/u.test(plain) ? plain : heading;
}
