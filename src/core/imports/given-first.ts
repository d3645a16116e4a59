/** What follows in "Dela Cruz, Jr." is no given name. */
const isSuffix = /^\s*(?:jr|sr|i{2,3}|iv)\.?\s*$/i;

/** "Dela Cruz, Michael John" with the given name first. Null for a name without one comma. */
export function givenFirst(name: string): string | null {
  const [surname = "", given = "", ...more] = name.split(",", 3);
  const areNames = [surname, given].every((part) => /\p{L}/u.test(part) && !/\d/.test(part));
  return areNames && more.length === 0 && !isSuffix.test(given) ? `${given.trim()} ${surname.trim()}` : null;
}

/** What hardly anybody is called: words in the names of places, their endings, and towns and districts with many workers abroad. */
const placeWords =
  "para char vill village post thana upazila zila zilla dist district distt tehsil taluk taluka road house street city town tole colony sector block nagar bazar bazaar barangay brgy purok sitio kampung desa kecamatan";
const towns =
  "dhaka chittagong chattogram comilla cumilla sylhet barisal barishal bhola khulna rajshahi rangpur bogra bogura noakhali feni tangail mymensingh jessore jashore kushtia pabna narsingdi munshiganj chandpur brahmanbaria gazipur cox's delhi mumbai kolkata chennai hyderabad punjab kerala bihar lucknow jaipur chandigarh ludhiana amritsar jalandhar kollam kochi kathmandu pokhara birgunj biratnagar jhapa morang chitwan lahore karachi multan peshawar rawalpindi islamabad quetta sialkot gujrat faisalabad swat colombo galle jaffna manila cebu davao iloilo cavite bulacan pampanga jakarta surabaya hanoi kampala nairobi mombasa accra kumasi";
const placeEndings = "pur|nagar|gaon|ganj|garh|abad|khali|palayam|pally|puram";
const place = new RegExp(
  String.raw`,(?:.*[\s.-])?(?:${`${placeWords} ${towns}`.replaceAll(" ", "|")}|(?!nupur)\p{L}{2,}(?:${placeEndings}))(?!\p{L})|,.*\p{Nd}`,
  "iu",
);

/** True for "Karim, Char Para", whose second half is no name. */
export const isInPlace = (text: string): boolean => place.test(text);

/** The heading itself is among the cells. */
const [fewest, areMost] = [3, 0.75];
const saysSurnameFirst = /(?:last|surname|family)(?: names?)?\s*,\s*(?:first|given|name)/iu;
const saysGivenFirst = /(?:first|given)(?: names?)?\s*,\s*(?:last|surname|family)/iu;

/** How many cells a column has, how many of them have one comma, and behind how many commas a place or a number is. */
type Commas = { filled: number; commas: number; inPlaces: number };

/** True for a column of names whose heading says that the surname is first, or whose cells nearly all have a comma. */
export const isSurnameFirst = (heading: string, { filled, commas, inPlaces }: Commas): boolean =>
  saysSurnameFirst.test(heading) ||
  (!saysGivenFirst.test(heading) && inPlaces === 0 && commas >= fewest && commas >= areMost * filled);
