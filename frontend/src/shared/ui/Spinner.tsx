import { useI18n } from '../lib/i18n';
import { classNames } from './classNames';
import * as classes from './Spinner.module.css';

type Props = { label?: string | undefined; isLarge?: boolean | undefined; className?: string | undefined };

export function Spinner({ label, isLarge, className }: Props) {
  const i18n = useI18n();
  return (
    <span role="status" className={classNames('relative inline-row green', className)}>
      <span className={classNames(classes.ring, isLarge && classes.large)} />
      <span className="visually-hidden">{label ?? i18n._('Loading')}</span>
    </span>
  );
}
