import { memo } from 'react';
import classes from './ChapterText.module.css';

/** The chapter itself, as the server made it from Markdown; a tick beside it must not lay it out anew. */
export const ChapterText = memo(function ChapterText({ html }: { html: string }) {
  return <div className={classes.root} dangerouslySetInnerHTML={{ __html: html }} />;
});
