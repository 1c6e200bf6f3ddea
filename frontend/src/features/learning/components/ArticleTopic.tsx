import classes from './ArticleTopic.module.css';

/** An article as its author laid it out, in a column that reads like a book. */
export function ArticleTopic({ text }: { text: string }) {
  // The server cleans articles when they are saved.
  return <div className={classes.root} dangerouslySetInnerHTML={{ __html: text }} />;
}
