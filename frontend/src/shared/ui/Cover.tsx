interface Props {
  /** The same image in several widths, largest first. */
  images: readonly { url: string; width: number; height: number }[];
  /** The `sizes` attribute; the default fits course cards in any grid. */
  sizes?: string;
  className?: string | undefined;
  loading?: 'eager' | 'lazy';
}

const CARD = '(min-width: 60rem) 20rem, (min-width: 40rem) 46vw, 92vw';

/** A course image. */
export function Cover({ images, sizes = CARD, ...rest }: Props) {
  const [main] = images;
  const inSizes = images.length > 1 && {
    srcSet: images.map(({ url, width }) => `${url} ${width}w`).join(', '),
    sizes,
  };
  return (
    main && (
      <img
        src={main.url}
        width={main.width}
        height={main.height}
        alt=""
        {...inSizes}
        {...rest}
        // The first generated covers are written into the page, as data URIs (`inline_covers.py`).
        suppressHydrationWarning
      />
    )
  );
}
