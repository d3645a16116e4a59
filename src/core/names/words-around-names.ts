/**
 * Words that stand around names: titles, particles, and what begins somebody else's name. All are folded: small letters, no
 * accents, no dots. The first names of share codes depend on them: a new word here ends codes that begin with it.
 */

const setOf = (...lines: string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.normalize("NFKC").split(" ")));

/** Short for Muhammad: a title wherever it is. */
const shortMuhammads = "md mohd muhd mohmd mhd moh muh মো মোহা মোঃ मो";

/** Written before most names of Muslim men of some countries. It is a name only where nothing else is. */
export const muhammads = setOf(
  // Bangladesh, India, Pakistan; Kerala and Sri Lanka; Indonesia and the Philippines
  shortMuhammads,
  "mohammad muhammad mohammed mohamad muhamad muhammed mohammod muhammod mahammad mochamad mochammad muchamad muhammet",
  "মোহাম্মদ মোহাম্মাদ মুহাম্মদ মুহাম্মাদ মুহম্মদ মহাম্মদ मोहम्मद मुहम्मद मोहमद मोहम्मद",
);

const ofShort = setOf(shortMuhammads);
/** In full, it is also the name of men of other countries, whose fathers follow. */
export const isMuhammadInFull = (word: string): boolean => muhammads.has(word) && !ofShort.has(word);

export const titlesOfMen = setOf(
  "mr shri shree sh master mstr janab thiru",
  // Gujarat, Turkey, Myanmar (before the name), Ethiopia, Kenya
  "bhai bey u ko mg maung saw sai sao khun ato bw",
  // Morocco
  "moulay moulai mly sidi si",
  "জনাব শ্রী श्री திரு ဦး ကို မောင် စော စိုင်း አቶ",
);

export const titlesOfWomen = setOf(
  // Bangladesh and Pakistan, India, Gujarat
  "mst mosammat mosammot mosamat mosammad musammat most mrs ms miss mis smt shrimati srimati kum bahen tmt thirumathi",
  // Turkey, Myanmar (before the name), Ethiopia, Indonesia, Nigeria, Spanish
  "hanim daw ma naw nang nan nant woizero weyzero woizerit wzro wro hj hjh hajjah hajah hajjat hajiya sra srta",
  // Morocco
  "lalla lla",
  "মোসা মোছা মোসাঃ মোছাঃ মোছাম্মৎ মোসাম্মৎ মোসাম্মত মোছাম্মত মোসাম্মাৎ মোছাম্মাৎ শ্রীমতি শ্রীমতী মিসেস মিস श्रीमती श्रीमति सुश्री محترمہ",
  "திருமதி ဒေါ် မ နော် နန်း ወሮ السيده لاله",
);

export const otherTitles = setOf(
  "dr dra engr eng prof adv capt rev fr late haji hajji hajee alhaj alhaji alhajj alh hafez hafiz hafej moulana maulana mawlana moulavi",
  "sri sree km jr sr ii iii iv ing lic don dona drs ir atty arq chief barr hon honble rector ustaz ustad mallam sayin",
  "hag hagg hagga hadj haj hajj haci qari pastor evang ven nnalongo ssalongo maj lt col gen sgt cpl brig bishop bro justice",
  "ড ডা ডাঃ মরহুম আলহাজ আলহাজ্ব হাজী হাজি হাফেজ মাওলানা डा डॉ हाजी الحاج الدكتور ا د م السيد المهندس مولاي سيدي جناب пан пані",
);

/** Titles only before the whole name: elsewhere they are names. */
export const titlesAtTheBeginning = setOf("u ko mg maung daw ma i ni ဦး ကို မောင် ဒေါ် မ နော် စော နန်း စိုင်း");

/** Titles only before two names that are left without them: they are names, too. */
export const titlesOfLongNames = setOf("naw nang nan nant saw sai sao khun mi nai si my er ar ca av kh tn ny");

/** After a name, in this form or with dots. */
export const degrees = setOf("mbbs phd msc bsc mba llb llm bcom mcom btech mtech fca acca fcma cpa esq skom spd mpd");

/** After a name, with dots or after a comma. */
export const degreesWithDots = setOf(
  "ba ma bed med bba bca mca be me md ca sh se st ssi msi sip sos mm mh mkom ssos amd skep bds mph ma dvm",
);

/** Between and before names, in most places. */
export const particles = setOf(
  "de del la las los y dela delas delos von der",
  // The Arabic article, as it sounds before each letter
  "al el ul ur us ud uz ush as ar az ash ad ed er ez es el ol ech et",
);

/** Names where they are first or last. "Văn" and "Thị" stand between the names of men and women of Vietnam. */
export const particlesBetween = setOf("an da das do dos du di e lo van thi ben wa arap ole");

/** Half a name: it counts together with the word after it. */
export const abduls = setOf(
  "abd abdi abdul abdur abdel abdal abder abdus abdush abdun abduz abdu abdol abdool",
  "আব্দুল আবদুল আব্দুর আবদুর আব্দুস আবদুস আব্দুন আবদুন अब्दुल अब्दुर عبد",
);

/** What follows is the name of a father, husband or other person. */
export const beginsAnothersName = setOf("so do wo co ho bin binti binte bint bt bte ibn ibne بن بنت ابن ولد বিন");

/** What stands before is a father's name, in Uzbekistan. */
export const endsAnothersName = setOf("ogli ugli ogly ugly kizi qizi kyzy ўғли угли оглы қизи кизи кызы");

const [ofMen, ofWomen] = [setOf("singh sing sinh van"), setOf("kaur kour thi siti")];

/** Of whom a title or particle speaks. Null if of anybody. */
export function genderOf(word: string): "man" | "woman" | null {
  if (titlesOfMen.has(word) || ofMen.has(word)) return "man";
  return titlesOfWomen.has(word) || ofWomen.has(word) ? "woman" : null;
}
