/** Shows the person's photo, which is an image of this site, or initials if it is missing or fails to load. */
export const Avatar = ({ name, photo }: { name: string; photo: string | null }) => (
  <span
    aria-hidden="true"
    className="relative grid size-14 shrink-0 place-items-center overflow-hidden rounded-full border-2 border-line-strong text-22 font-semibold"
  >
    {initials(name)}
    {/* With `height: auto`, browsers draw no broken-image icon over the initials. */}
    {photo !== null && (
      <img
        src={photo}
        alt=""
        className="absolute inset-x-0 top-0 h-auto max-h-full min-h-full w-full max-w-none object-cover"
      />
    )}
  </span>
);

const letters = new Intl.Segmenter();

export function firstLetter(text: string): string {
  const [first] = letters.segment(text);
  return first?.segment.toUpperCase() ?? "";
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = "") => firstLetter(word)).join("");
}
