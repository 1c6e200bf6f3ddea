import type { ReactNode } from 'react';
import classes from './VideoBox.module.css';

interface Props {
  poster: string;
  children?: ReactNode;
}

/** Reserves the video's space and shows its poster. */
export function VideoBox({ poster, children }: Props) {
  return (
    <div className={classes.root}>
      <img className={classes.poster} src={poster} alt="" width={1280} height={720} />
      {children}
    </div>
  );
}
