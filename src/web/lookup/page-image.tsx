import type { ImgHTMLAttributes } from "react";
import type { DocumentPage } from "#core/records/candidate-record.ts";
import { imageAddress, type ImageGrant } from "#core/images/image-links.ts";
import { m } from "#i18n/compiled/messages.js";
import { placeholderImage } from "./placeholder-image.ts";
import { Button } from "#design/form/button.tsx";
import { askAgainForm } from "./lookup-form.tsx";

type PageImageProps = { page: DocumentPage; grant: ImageGrant; describedAs: string };

/** A page in the size of lists, with a blur of it until it comes. */
export const PageImage = ({ page, grant, describedAs }: PageImageProps) => (
  <LinkedImage
    large={imageAddress(page.image, "reading", grant)}
    describedAs={describedAs}
    blur={placeholderImage(page.placeholder)}
    src={imageAddress(page.image, "list", grant)}
    width={page.width}
    height={page.height}
  />
);

type LinkedImageProps = { large: string; describedAs: string; blur?: string } & Pick<
  ImgHTMLAttributes<HTMLImageElement>,
  "src" | "srcSet" | "sizes" | "width" | "height"
>;

/** An image, linked to the page in full, in a place as large as it will be. The script opens it in a viewer. */
export const LinkedImage = ({ large, describedAs, blur, ...image }: LinkedImageProps) => (
  <div className="page-image">
    <a href={large} target="_blank" rel="noopener" data-page={describedAs}>
      <span className="leaf">
        {blur && <img className="haze" src={blur} alt="" />}
        <span className="wait" aria-hidden="true">
          {m.image_wait()}
        </span>
        <img className="image" {...image} alt={describedAs} loading="lazy" decoding="async" />
      </span>
      <span className="open">{m.image_open()}</span>
    </a>
  </div>
);

/** Over an image that did not come. */
export const FailedImage = () => (
  <div className="image-problem">
    <p>{m.image_failed()}</p>
    <Button look="secondary" size="small" type="button" data-retry="" className="px-2.5">
      {m.try_again()}
    </Button>
  </div>
);

/** Over an image whose link has ended: the same question brings a new one. */
export const EndedLink = () => (
  <div className="image-problem">
    <p>{m.link_ended()}</p>
    <Button look="secondary" size="small" form={askAgainForm} className="px-2.5">
      {m.show_again()}
    </Button>
  </div>
);
