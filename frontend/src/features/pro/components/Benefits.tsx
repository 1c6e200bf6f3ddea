import type { Benefit } from '../queries';
import * as classes from './Benefits.module.css';

/** The benefits of Pro. */
export function Benefits({ benefits }: { benefits: readonly Benefit[] }) {
  return (
    <ul className={`stack gap-4 ${classes.root}`}>
      {benefits.map(({ _id, icon, description, longDescription }) => (
        <li key={_id} className={`stack surface content-start gap-1 gap-x-4 ${classes.benefit}`}>
          <img className={classes.icon} src={icon} width={28} height={28} alt="" />
          <h3 className="text-m">{description}</h3>
          <p className={`ink-2 text-s ${classes.text}`}>{longDescription}</p>
        </li>
      ))}
    </ul>
  );
}
