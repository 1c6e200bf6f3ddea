import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { classNames } from './classNames';
import * as classes from './Field.module.css';
import { AlertIcon } from './icons/AlertIcon';
import { ChevronDownIcon } from './icons/ChevronDownIcon';

type Words = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Shown before the value, such as '+91'; part of the description for screen readers. */
  prefix?: ReactNode;
  /** The label is visually hidden, where a heading or a button beside it shows the same. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
};

type Control = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  className: string | undefined;
};

type FrameProps = Words & {
  id: string | undefined;
  describedBy: string | undefined;
  suffix?: ReactNode;
  children: (control: Control) => ReactNode;
};

function Frame({
  label,
  hint,
  error,
  prefix,
  hideLabel,
  className,
  id,
  describedBy,
  suffix,
  children,
}: FrameProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const partId = (part: string, present: ReactNode) => (present ? `${controlId}-${part}` : undefined);
  const [prefixId, hintId, errorId] = [
    partId('prefix', prefix),
    partId('hint', hint),
    partId('error', error),
  ];
  return (
    <div className={classNames('column gap-2 min-w-0', className)}>
      <label
        className={classNames('text-s weight-550 leading-snug', hideLabel && 'visually-hidden')}
        htmlFor={controlId}
      >
        {label}
      </label>
      <div className={classNames(classes.box, error ? classes.wrong : null)}>
        {prefix && (
          <span id={prefixId} className={`row items-center px-3 ink-2 ${classes.prefix}`}>
            {prefix}
          </span>
        )}
        {children({
          id: controlId,
          'aria-describedby': classNames(describedBy, prefixId, hintId, errorId) || undefined,
          'aria-invalid': error ? true : undefined,
          className: classes.control,
        })}
        {suffix}
      </div>
      {hint && (
        <p id={hintId} className="ink-3 text-xs leading-5">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={`text-xs leading-5 row red ${classes.error}`}>
          <AlertIcon size={16} />
          <span>{error}</span>
        </p>
      )}
    </div>
  );
}

function split<P extends Words & { id?: string | undefined; 'aria-describedby'?: string | undefined }>(
  props: P,
) {
  const {
    label,
    hint,
    error,
    prefix,
    hideLabel,
    className,
    id,
    'aria-describedby': describedBy,
    ...rest
  } = props;
  return { frame: { label, hint, error, prefix, hideLabel, className, id, describedBy }, rest };
}

type Of<Tag extends 'input' | 'textarea' | 'select'> = Words &
  Omit<ComponentPropsWithRef<Tag>, 'prefix' | 'className' | 'aria-invalid'>;

export function Field(props: Of<'input'>) {
  const { frame, rest } = split(props);
  return <Frame {...frame}>{(control) => <input {...rest} {...control} />}</Frame>;
}

export function TextareaField(props: Of<'textarea'>) {
  const { frame, rest } = split(props);
  return <Frame {...frame}>{(control) => <textarea rows={4} {...rest} {...control} />}</Frame>;
}

export function SelectField(props: Of<'select'>) {
  const { frame, rest } = split(props);
  return (
    <Frame {...frame} suffix={<ChevronDownIcon className={classes.chevron} />}>
      {(control) => <select {...rest} {...control} />}
    </Frame>
  );
}
