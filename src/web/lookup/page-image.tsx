import type { ImgHTMLAttributes } from "react";
import type { DocumentPage } from "#core/records/candidate-record.ts";
import { imageAddress, type ImageGrant } from "#core/images/image-links.ts";
import { m } from "#i18n/compiled/messages.js";
import { placeholderImage } from "./placeholder-image.ts";
import { Button } from "#design/form/button.tsx";
import { repeatForm } from "./lookup-form.tsx";

type PageImageProps = { page: DocumentPage; grant: ImageGrant; describedAs: string; saysWait: boolean };

/** A document page in list size, with a blurred placeholder until the image loads. */
export const PageImage = ({ page, grant, describedAs, saysWait }: PageImageProps) => (
  <LinkedImage
    large={imageAddress(page.image, "reading", grant)}
    {...{ describedAs, saysWait }}
    blur={placeholderImage(page.placeholder)}
    src={imageAddress(page.image, "list", grant)}
    width={page.width}
    height={page.height}
  />
);

type LinkedImageProps = { large: string; describedAs: string; saysWait?: boolean; blur?: string } & Pick<
  ImgHTMLAttributes<HTMLImageElement>,
  "src" | "srcSet" | "sizes" | "width" | "height"
>;

/** An image that links to the full page, which the script opens in a viewer. Its place is reserved before it loads. */
export const LinkedImage = ({ large, describedAs, saysWait = true, blur, ...image }: LinkedImageProps) => (
  <div className="page-image">
    <a href={large} target="_blank" rel="noopener" data-page={describedAs}>
      <span className="leaf">
        {blur && <img className="haze" src={blur} alt="" />}
        {saysWait && (
          <span className="wait" aria-hidden="true">
            {m.image_wait()}
          </span>
        )}
        <img className="image" {...image} alt={describedAs} loading="lazy" decoding="async" />
      </span>
      <span className="open">{m.image_open()}</span>
    </a>
  </div>
);

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
