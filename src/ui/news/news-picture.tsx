import { imageAddress } from "#core/images/image-links.ts";
import type { PublicPost } from "#core/posts/post.ts";
import { placeholderImage } from "../papers/placeholder-image.ts";

type NewsPictureProps = {
  picture: PublicPost["images"][number];
  alt: string;
  /** How wide it stands on the page, for browsers that choose between its two sizes. */
  sizes: string;
  /** Whether it is seen before anybody scrolls. */
  isFirst: boolean;
};

/** A picture of a post. Its place is as large as it will be, with a blur of it until it comes. */
export const NewsPicture = ({
  picture: { image, width, height, placeholder },
  alt,
  sizes,
  isFirst,
}: NewsPictureProps) => (
  <div className="page-image">
    <span className="leaf rounded-sm bg-sunk">
      <img className="haze" src={placeholderImage(placeholder)} alt="" />
      <img
        className="scan"
        src={imageAddress(image, "list", null)}
        srcSet={`${imageAddress(image, "list", null)} ${Math.min(width, 480)}w, ${imageAddress(image, "reading", null)} ${width}w`}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={isFirst ? "eager" : "lazy"}
        decoding="async"
      />
    </span>
  </div>
);
