import * as classes from './ArticleTopic.module.css';

/** An article as HTML. */
export function ArticleTopic({ text }: { text: string }) {
  // The server sanitises articles when they are saved.
  return <div className={classes.root} dangerouslySetInnerHTML={{ __html: text }} />;
}
