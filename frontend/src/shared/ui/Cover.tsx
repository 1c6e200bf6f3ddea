interface Props {
  /** The same picture in its widths, the largest first. */
  images: readonly { url: string; width: number; height: number }[];
  /** How wide it is shown. Without: as on cards and beside a course, alone, in pairs or beside more. */
  sizes?: string;
  className?: string | undefined;
  loading?: 'eager' | 'lazy';
}

const CARD = '(min-width: 60rem) 20rem, (min-width: 40rem) 46vw, 92vw';

/** The picture of a course. The server writes the same markup: templates/parts/cover.html. */
export function Cover({ images, sizes = CARD, ...rest }: Props) {
  const [main] = images;
  const inSizes = images.length > 1 && {
    srcSet: images.map(({ url, width }) => `${url} ${width}w`).join(', '),
    sizes,
  };
  return main && <img src={main.url} width={main.width} height={main.height} alt="" {...inSizes} {...rest} />;
}
