import { classNames } from './classNames';
import classes from './Spinner.module.css';

type Props = { label?: string | undefined; isLarge?: boolean | undefined; className?: string | undefined };

export function Spinner({ label = 'Loading', isLarge, className }: Props) {
  return (
    <span role="status" className={classNames(classes.root, className)}>
      <span className={classNames(classes.ring, isLarge && classes.large)} />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
