import { imageAddress } from "#core/images/image-links.ts";
import type { PublicPost } from "#core/posts/post.ts";
import type { Language } from "#core/settings/languages.ts";
import { placeholderImage } from "../sheet/placeholder-image.ts";
import { spokenLocale } from "#i18n/offered-locales.ts";
import { writtenMoment } from "#i18n/written.ts";

type NewsPictureProps = {
  picture: PublicPost["images"][number];
  alt: string;
  /** True beside the title in the list, false on the post's own page. */
  isSmall: boolean;
  /** True if the picture is visible without scrolling. */
  isFirst: boolean;
};

/** A picture of a post. Its place is reserved, with a blurred placeholder until the picture loads. */
export const NewsPicture = ({
  picture: { image, width, height, placeholder },
  alt,
  isSmall,
  isFirst,
}: NewsPictureProps) => (
  <div className="page-image">
    <span className="leaf rounded-sm bg-sunk">
      <img className="haze" src={placeholderImage(placeholder)} alt="" />
      <img
        // The height of a tall image is limited. Its blurred placeholder fills the sides.
        className={`image object-contain ${isSmall ? "max-h-32" : "max-h-[80svh]"}`}
        src={imageAddress(image, "list", null)}
        srcSet={`${imageAddress(image, "list", null)} ${Math.min(width, 480)}w, ${imageAddress(image, "reading", null)} ${width}w`}
        sizes={isSmall ? "(width < 40rem) 6rem, 12rem" : "(width < 48rem) 94vw, 48rem"}
        width={width}
        height={height}
        alt={alt}
        loading={isFirst ? "eager" : "lazy"}
        decoding="async"
      />
    </span>
  </div>
);

/** Returns the language of a post's text by its letters, because not every post exists in both languages. */
export function languageOf(text: string): Language {
  if (/\p{Script=Bengali}/u.test(text)) return "bn";
  return /\p{Script=Latin}/u.test(text) ? "en" : spokenLocale();
}

export const NewsDay = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{writtenMoment(at)}</time>
);
