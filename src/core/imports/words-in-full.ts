import { once } from "../once-per.ts";
import { asSpelt } from "./as-spelt.ts";
import { foldedSet } from "./heading-words.ts";
import {
  addressKinds,
  addressParts,
  addressWords,
  endWords,
  headings,
  otherWords,
  paperWords,
  unimportant,
} from "./headings.ts";
import {
  callingWords,
  fatherWords,
  foreignHeadings,
  motherWords,
  nameWords,
  otherHeadings,
  passportWords,
  personWords,
  roleWords,
} from "./more-headings.ts";

/** Words that headings cut short, with those that somebody might take for them: what is short for two of them is left. */
const cutShort =
  "passport father fathers mother mothers name names surname given family middle address permanent present nationality citizenship country village district upazila street province provider expiry expiration validity number visa permit medical police clearance certificate insurance residence labour licence license waldiyat candidate applicant application worker student helper seafarer trainee employee employer employment agent agency sponsor company guarantor guardian nominee husband spouse witness reference contact contract mobile telephone occupation profession designation department qualification experience education language religion gender marital married height weight salary payment amount balance advance remarks status received submitted registration serial batch flight ticket departure destination arrival document photograph training interview birthday pekerja tehsil municipality clinic hospital discount period loan account warehouse camp accommodation vessel customer client owner landlord neighbour doctor trainer teacher school college university course section branch unit team group site project lead skill trade title type policy vaccine parking patient picture platform product programme protector quota report request return reward route sample schedule series session shift sketch survey target territory token transport union vendor vehicle vocation warranty website matter material mobilisation issue issuing place position supervisor manager member partner brother sister daughter relation signature total category".split(
    " ",
  );

const pairs = (text: string) =>
  new Map(
    text
      .split(" ")
      .map((pair) => pair.split(":"))
      .map(([short = "", word = short]) => [short, word]),
  );

/** How these are written short says too little for a rule. */
const shortFor = pairs(
  "nm:name nms:names 1st:first frst:first fst:first lst:last gvn:given givn:given fmly:family fam:family wkr:worker wker:worker crw:crew clnt:client cand:candidate wrk:work crd:card lbr:labour iqm:iqama vza:visa vsa:visa vz:visa vald:valid vlid:valid clr:clearance citz:citizenship resid:residence xpr:expiry psngr:passenger passngr:passenger psgr:passenger trvl:travel twn:town",
);

/** What is written together in names of columns: "EMPNM" and "RESCARDEXPDT". Each piece with the word that it stands for. */
const pieces = pairs(
  "first last middle given family full surname name father mother passport number:no date expiry exp validity valid till upto issue residence card visa work permit medical pcc insurance labour id eid qid iqama address nationality birth dob police clearance emirates client worker crew pax student maid helper candidate applicant employee employer agent sponsor emp cand app old new type status code job place country line wp pp ppt rp no of the nm:name nam:name fth:father fthr:father ftr:father fath:father mth:mother mthr:mother pass:passport pspt:passport psprt:passport num:no nmbr:no nbr:no nr:no expry:expiry xpry:expiry xpr:expiry expr:expiry dt:date iss:issue res:residence crd:card vsa:visa vza:visa wrk:work prmt:permit med:medical mdcl:medical ins:insurance labcard:labour-card labcrd:labour-card laborcard:labour-card iqm:iqama add:address addr:address adr:address nat:nationality natl:nationality sur:surname appl:app wkr:worker wrkr:worker hlpr:helper agt:agent spnsr:sponsor prev:previous curr:current vld:valid typ:type stat:status cd:code cntry:country perm:permanent home pin passprt:passport pasport:passport passpt:passport stud:student std:student pol:police cert:certificate",
);

const known = foldedSet([
  ...Object.values(headings).flat(),
  ...Object.values(foreignHeadings).flat(),
  ...Object.values(paperWords).flat(),
  ...[otherHeadings, addressKinds, addressParts, addressWords, endWords, otherWords, callingWords].flat(),
  ...[fatherWords, motherWords, nameWords, passportWords, personWords, roleWords].flat(),
  ...unimportant,
]);

const vowel = /[aeiou]/;
const consonantsOf = (word: string) =>
  word[0] +
  word
    .slice(1)
    .replaceAll(/[aeiou]/g, "")
    .replaceAll(/(.)\1+/g, "$1");

/** True if the beginning of a word, and after it only consonants, are left of it: "natlty", "passpt", "insur". */
function isCutFrom(short: string, word: string): boolean {
  if (short.length >= word.length || short[0] !== word[0]) return false;
  let from = 0;
  while (from < short.length && short[from] === word[from]) from += 1;
  const rest = short.slice(from);
  const inside = rest.endsWith(word.at(-1) ?? "") ? rest.slice(0, -1) : rest;
  if (vowel.test(inside)) return false;
  let at = from;
  return [...rest].every((letter) => {
    at = word.indexOf(letter, at) + 1;
    return at > 0;
  });
}

/** Words of four letters with a vowel among them are often words of their own: "port", "part". */
const mayBeShort = (word: string) => word.length > 4 || (word.length === 4 && !vowel.test(word.slice(1)));

const onlyOf = (words: readonly string[]) => (words.length === 1 ? words[0] : undefined);

const byConsonants = once(() => Map.groupBy(cutShort, consonantsOf));

/** The words that may be written so. */
const inShort = (short: string): readonly string[] => {
  if (!mayBeShort(short)) return [];
  const cut = cutShort.filter((word) => isCutFrom(short, word));
  return cut.length > 0 || short.length < 5 ? cut : (byConsonants().get(consonantsOf(short)) ?? []);
};

const piecesFrom = Map.groupBy(pieces, ([piece]) => piece[0]);

/** All ways to cut what is written together. */
function cutsOf(text: string): string[][] {
  if (text === "") return [[]];
  return (piecesFrom.get(text[0]) ?? []).flatMap(([piece, word]) =>
    text.startsWith(piece) ? cutsOf(text.slice(piece.length)).map((rest) => [word, ...rest]) : [],
  );
}
const longest = 24;
const cutOf = (text: string): string | undefined =>
  text.length > 4 && text.length <= longest
    ? onlyOf([...new Set(cutsOf(text).map((words) => words.join(" ")))])
    : undefined;

function inFullWord(typed: string): string {
  const word = typed.toLowerCase();
  const plain = word.replace(/['’]/u, "");
  const short = shortFor.get(plain);
  if (short !== undefined) return short;
  if (plain !== word) return onlyOf(cutShort.filter((full) => isCutFrom(plain, full))) ?? typed;
  if (asSpelt(word) !== word) return asSpelt(word);
  if (known.has(word)) return typed;
  const full = inShort(word);
  return (full.length > 0 ? onlyOf(full) : cutOf(word)) ?? typed;
}

const inParts = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}{4})(?=\d$)/gu;
/** With a letter or two behind the sign, "Nat'y" is short. "Father's" is not. */
const words = /(?<![\p{L}\p{M}\d])(?:[a-z]+['’](?!s\b)[a-z]{1,2}|1st|[a-z]{2,})(?![\p{L}\p{M}\d])/giu;

/** A heading with its words written apart and in full, where each can be only one: "EMPNM", "Natlty", "Wkr Surnm". */
export function inFull(heading: string): string {
  const found = said.get(heading);
  if (found !== undefined) return found;
  if (said.size >= mostSaid) said.clear();
  const full = heading.replaceAll(inParts, " ").replaceAll(words, inFullWord);
  said.set(heading, full);
  return full;
}
const said = new Map<string, string>();
const mostSaid = 2000;
