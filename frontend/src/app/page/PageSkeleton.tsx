import classes from './PageHead.module.css';

/** The skeleton of a page's head and first row. */
export function PageSkeleton() {
  return (
    <div className={`container ${classes.skeleton}`} aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <i />
      <i />
      <i />
    </div>
  );
}
