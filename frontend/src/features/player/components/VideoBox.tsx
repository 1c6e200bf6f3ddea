import type { ReactNode } from 'react';
import { Cover } from '../../../shared/ui/Cover';
import * as classes from './VideoBox.module.css';

interface Props {
  poster: string;
  children?: ReactNode;
}

/** Reserves the video's space and shows its poster. */
export function VideoBox({ poster, children }: Props) {
  return (
    <div className={classes.root}>
      <Cover className={classes.poster} images={[{ url: poster, width: 1280, height: 720 }]} />
      {children}
    </div>
  );
}
