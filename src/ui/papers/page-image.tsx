import type { DocumentPage } from "#core/candidates/candidate.ts";
import { imageAddress, type ImageGrant } from "#core/images/image-links.ts";

type PageImageProps = { page: DocumentPage; grant: ImageGrant; describedAs: string };

/** A page as lists show it, in a place as large as it will be, so that nothing jumps when it comes. */
export const PageImage = ({ page, grant, describedAs }: PageImageProps) => (
  <img
    src={imageAddress(page.image, "list", grant)}
    width={page.width}
    height={page.height}
    alt={describedAs}
    loading="lazy"
    decoding="async"
    className="h-auto w-full rounded-sm border border-line bg-sunk"
  />
);

/** The same as a link to the page in full. */
export const LinkedPageImage = (props: PageImageProps) => (
  <a href={imageAddress(props.page.image, "reading", props.grant)} target="_blank" rel="noopener" className="block">
    <PageImage {...props} />
  </a>
);
