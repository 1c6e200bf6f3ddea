import classes from './PageHead.module.css';

/** The shape of a page's head and its first row, held until the page is there. */
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
