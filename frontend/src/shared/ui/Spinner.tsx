import { classNames } from './classNames';
import classes from './Spinner.module.css';

type Props = { label?: string | undefined; size?: number | undefined; className?: string | undefined };

export function Spinner({ label = 'Loading', size = 24, className }: Props) {
  return (
    <span role="status" className={classNames(classes.root, className)}>
      <span className={classes.ring} style={{ width: size, height: size }} />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
