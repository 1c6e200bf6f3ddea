import type { Benefit } from '../queries';
import classes from './Benefits.module.css';

/** The benefits of Pro. */
export function Benefits({ benefits }: { benefits: readonly Benefit[] }) {
  return (
    <ul className={classes.root}>
      {benefits.map(({ _id, icon, description, longDescription }) => (
        <li key={_id} className={classes.benefit}>
          <img className={classes.icon} src={icon} width={28} height={28} alt="" />
          <h3 className={classes.title}>{description}</h3>
          <p className={classes.text}>{longDescription}</p>
        </li>
      ))}
    </ul>
  );
}
