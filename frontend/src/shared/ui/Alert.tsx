import type { ReactNode } from 'react';
import * as classes from './Alert.module.css';
import { classNames } from './classNames';
import { AlertIcon } from './icons/AlertIcon';
import { CheckIcon } from './icons/CheckIcon';
import { CloseIcon } from './icons/CloseIcon';
import { InfoIcon } from './icons/InfoIcon';

type Tone = 'error' | 'success' | 'warning' | 'info';

type Props = {
  tone?: Tone | undefined;
  title?: ReactNode;
  children?: ReactNode;
  onClose?: (() => void) | undefined;
  closeLabel?: string | undefined;
  className?: string | undefined;
};

const ICONS = { error: AlertIcon, success: CheckIcon, warning: AlertIcon, info: InfoIcon } as const;

const TONES = {
  error: classes.error,
  success: classes.success,
  warning: classes.warning,
  info: classes.info,
};

export function Alert({
  tone = 'error',
  title,
  children,
  onClose,
  closeLabel = 'Dismiss',
  className,
}: Props) {
  const ToneIcon = ICONS[tone];
  return (
    <div role="alert" className={classNames(classes.root, TONES[tone], className)}>
      <ToneIcon className={classes.icon} />
      <div className="flex-1 min-w-0">
        {title && <p className="weight-600">{title}</p>}
        {children}
      </div>
      {onClose && (
        <button type="button" className={classes.close} aria-label={closeLabel} onClick={onClose}>
          <CloseIcon size={18} />
        </button>
      )}
    </div>
  );
}
