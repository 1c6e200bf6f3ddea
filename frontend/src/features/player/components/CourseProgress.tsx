import * as classes from './CourseProgress.module.css';

interface Props {
  percent: number;
  completed: number;
  total: number;
}

export function CourseProgress({ percent, completed, total }: Props) {
  return (
    <div className="stack gap-2">
      <p className={`cluster justify-between ink-2 text-s ${classes.text} tabular`}>
        <strong>{percent}% completed</strong>
        <span>
          {completed} of {total} topics
        </span>
      </p>
      <div
        role="progressbar"
        aria-label="Course progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className={classes.bar}
      >
        <svg aria-hidden="true" className={classes.fill} width={`${percent}%`} />
      </div>
    </div>
  );
}
