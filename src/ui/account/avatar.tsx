type AvatarProps = { name: string; photoUrl: string };

/** The person's own picture, loaded by the browser of whoever looks; where there is none or it does not come, initials. */
export const Avatar = ({ name, photoUrl }: AvatarProps) => (
  <span
    aria-hidden="true"
    className="relative grid size-14 shrink-0 place-items-center overflow-hidden rounded-full border-2 border-line-strong text-22 font-semibold"
  >
    {initials(name)}
    {photoUrl && (
      <img src={photoUrl} alt="" referrerPolicy="no-referrer" className="absolute inset-0 size-full object-cover" />
    )}
  </span>
);

const letters = new Intl.Segmenter();

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = "") => [...letters.segment(word)][0]?.segment.toUpperCase() ?? "").join("");
}
