/**
 * Words that stand around names: titles, particles, and what begins somebody else's name. All are folded: small letters, no
 * accents, no dots. The first names of share codes depend on them: a new word here ends codes that begin with it.
 */

const setOf = (...lines: string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.normalize("NFKC").split(" ")));

/** Written before most names of Muslim men of some countries. It is a name only where nothing else is. */
export const muhammads = setOf(
  // Bangladesh, India, Pakistan; Kerala and Sri Lanka; Indonesia and the Philippines
  "md mohd muhd mohmd mhd moh muh mohammad muhammad mohammed mohamad muhamad muhammed mohammod muhammod mahammad mochamad mochammad",
  "মো মোহা মোঃ মোহাম্মদ মোহাম্মাদ মুহাম্মদ মুহাম্মাদ মুহম্মদ মহাম্মদ मो मोहम्मद मुहम्मद मोहमद मोहम्मद",
);

export const titlesOfMen = setOf(
  "mr shri shree sh master mstr janab",
  // Gujarat, Turkey, Myanmar (before the name), Ethiopia
  "bhai bey u ko mg maung ato",
  "জনাব শ্রী श्री",
);

export const titlesOfWomen = setOf(
  // Bangladesh and Pakistan, India, Gujarat
  "mst mosammat mosammot mosamat mosammad musammat most mrs ms miss mis smt shrimati srimati kum bahen",
  // Turkey, Myanmar (before the name), Ethiopia, Indonesia, Spanish
  "hanim daw ma woizero weyzero hj hjh hajjah hajah sra srta",
  "মোসা মোছা মোসাঃ মোছাঃ মোছাম্মৎ মোসাম্মৎ মোসাম্মত মোছাম্মত মোসাম্মাৎ মোছাম্মাৎ শ্রীমতি শ্রীমতী মিসেস মিস श्रीमती श्रीमति सुश्री محترمہ",
);

export const otherTitles = setOf(
  "dr dra engr eng prof adv capt rev fr late haji hajji hajee alhaj alhaji alhajj hafez hafiz hafej moulana maulana mawlana moulavi",
  "sri sree jr sr ii iii iv ing lic don dona drs ir",
  "ড ডা ডাঃ মরহুম আলহাজ আলহাজ্ব হাজী হাজি হাফেজ মাওলানা डा डॉ हाजी الحاج الدكتور السيد جناب пан пані",
);

/** Titles only before the whole name: elsewhere they are names. */
export const titlesAtTheBeginning = setOf("u ko mg maung daw ma i ni");

/** Between and before names, in most places. */
export const particles = setOf(
  "de del la las los y e da das dos dela delas delos von der",
  // The Arabic article, as it sounds before each letter
  "al el ul ur us ud uz ush as ar az ash ad ed er ez es el ol",
);

/** Names where they are first or last. "Văn" and "Thị" stand between the names of men and women of Vietnam. */
export const particlesBetween = setOf("an do du di lo van thi ben");

/** Half a name: it counts together with the word after it. */
export const abduls = setOf(
  "abd abdi abdul abdur abdel abdal abder abdus abdush abdun abduz abdu abdol abdool",
  "আব্দুল আবদুল আব্দুর আবদুর আব্দুস আবদুস আব্দুন আবদুন अब्दुल अब्दुर عبد",
);

/** What follows is the name of a father, husband or other person. */
export const beginsAnothersName = setOf("so do wo co ho bin binti binte bint ibn ibne بن بنت ابن ولد");

/** What stands before is a father's name, in Uzbekistan. */
export const endsAnothersName = setOf("ogli ugli ogly ugly kizi qizi kyzy ўғли угли оглы қизи кизи кызы");

const [ofMen, ofWomen] = [setOf("singh sing sinh van"), setOf("kaur kour thi siti")];

/** Of whom a title or particle speaks. Null if of anybody. */
export function genderOf(word: string): "man" | "woman" | null {
  if (titlesOfMen.has(word) || ofMen.has(word)) return "man";
  return titlesOfWomen.has(word) || ofWomen.has(word) ? "woman" : null;
}
