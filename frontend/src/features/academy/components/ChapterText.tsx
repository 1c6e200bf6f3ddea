import { memo } from 'react';
import classes from './ChapterText.module.css';

/**
 * The chapter's HTML, rendered by the server from Markdown. Memoised, so that marking it as read does not
 * render it again.
 */
export const ChapterText = memo(function ChapterText({ html }: { html: string }) {
  return <div className={classes.root} dangerouslySetInnerHTML={{ __html: html }} />;
});
