import type { ImgHTMLAttributes } from "react";
import type { DocumentPage } from "#core/records/record-details.ts";
import { imageAddress, type ImageGrant } from "#core/images/image-links.ts";
import { m } from "#i18n/compiled/messages.js";
import { placeholderImage } from "./placeholder-image.ts";
import { Button } from "#design/form/button.tsx";
import { repeatForm } from "../lookup-form/lookup-form.tsx";

type PageImageProps = {
  page: DocumentPage;
  /** Null for staff, who are known by their session. */
  grant: ImageGrant | null;
  describedAs: string;
  saysWait: boolean;
  /** True if the first screen of a strip does not show the page. */
  isFar?: boolean;
  /** Where the place of the image may be large: its width, as in the `sizes` attribute. */
  sizes?: string | undefined;
};

/** A document page. Visitors, on slow lines, see a blurred placeholder until the image loads. The images are at most 480 and 2,000 px wide. */
export const PageImage = ({ page, grant, describedAs, saysWait, isFar, sizes }: PageImageProps) => (
  <LinkedImage
    {...{ describedAs, saysWait, isFar }}
    {...(grant && { blur: placeholderImage(page.placeholder) })}
    {...pictureOf(page, grant, sizes)}
    large={imageAddress(page.image, "reading", grant)}
    width={page.width}
    height={page.height}
  />
);

/** The files among which the browser chooses, as attributes of an image. */
export function pictureOf({ image }: DocumentPage, grant: ImageGrant | null, sizes?: string) {
  const [list, large] = [imageAddress(image, "list", grant), imageAddress(image, "reading", grant)];
  return { sizes, srcSet: sizes && `${list} 480w, ${large} 2000w`, src: list };
}

type LinkedImageProps = {
  large: string;
  describedAs: string;
  saysWait?: boolean;
  isFar?: boolean | undefined;
  blur?: string;
} & Pick<ImgHTMLAttributes<HTMLImageElement>, "src" | "srcSet" | "sizes" | "width" | "height">;

/**
 * An image that links to the full page, which the script opens in a viewer. Its place is reserved before it loads. For
 * visitors it loads when it is near, or when the page is printed (enhance/print-all.ts).
 */
const LinkedImage = ({ large, describedAs, saysWait = true, isFar, blur, ...image }: LinkedImageProps) => (
  <div className="page-image">
    <a href={large} target="_blank" rel="noopener" data-page={describedAs}>
      <span className="leaf">
        {blur && <img className="haze" src={blur} alt="" />}
        {saysWait && (
          <span className="wait" aria-hidden="true">
            {m.image_wait()}
          </span>
        )}
        <picture>
          {isFar && blur && <source media="screen and (scripting: none) and (width < 48rem)" srcSet={nothing} />}
          <img className="image" {...image} alt={describedAs} loading={blur ? "lazy" : undefined} decoding="async" />
        </picture>
      </span>
      <span className="open">{m.image_open()}</span>
    </a>
  </div>
);

/**
 * Without scripts, browsers load every image at once, however far it is. On a phone, a page that is not on the first
 * screen then shows its blur, and opens by its link.
 */
const nothing = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E";

/** Shown over an image that failed to load. */
export const FailedImage = () => (
  <div className="image-problem">
    <p>{m.image_failed()}</p>
    <Button variant="secondary" size="small" type="button" data-retry="" className="px-2.5">
      {m.try_again()}
    </Button>
  </div>
);

/** Shown over an image whose link has expired. Asking again returns a new link. */
export const EndedLink = () => (
  <div className="image-problem">
    <p>{m.link_ended()}</p>
    <Button variant="secondary" size="small" form={repeatForm} className="px-2.5">
      {m.show_again()}
    </Button>
  </div>
);
