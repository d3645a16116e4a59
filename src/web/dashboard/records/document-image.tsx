import { m } from "#i18n/compiled/messages.js";

export type ShownImage = {
  /** Addresses of the page, 480 and 2,000 px wide at most. */
  small: string;
  large: string;
  width: number;
  height: number;
};

type DocumentImageProps = {
  image: ShownImage;
  describedAs: string;
  /** How wide it stands on the page, as in the attribute `sizes`. */
  sizes: string;
};

/** A page of a document in a place that is as large as it will be. The link opens it in full; where scripts run, in the viewer. */
export const DocumentImage = ({ image: { small, large, width, height }, describedAs, sizes }: DocumentImageProps) => (
  <div className="page-image">
    <a href={large} target="_blank" rel="noopener" data-page={describedAs}>
      <span className="leaf">
        <span className="wait" aria-hidden="true">
          {m.image_wait()}
        </span>
        <img
          className="image"
          src={small}
          srcSet={`${small} 480w, ${large} 2000w`}
          sizes={sizes}
          width={width}
          height={height}
          alt={describedAs}
          loading="lazy"
          decoding="async"
        />
      </span>
      <span className="open">{m.image_open()}</span>
    </a>
  </div>
);
