import { type ComponentPropsWithRef, useId, useRef } from 'react';
import { useI18n } from '../lib/i18n';
import { classNames } from './classNames';
import * as fields from './Field.module.css';
import { CloseIcon } from './icons/CloseIcon';
import { SearchIcon } from './icons/SearchIcon';
import * as classes from './SearchField.module.css';

type Props = Omit<ComponentPropsWithRef<'input'>, 'type' | 'value' | 'onChange' | 'ref'> & {
  /** Visually hidden: the icon shows it. */
  label: string;
  value: string;
  onChange: (text: string) => void;
};

/** A search input with a clear button. */
export function SearchField({ label, value, onChange, className, ...rest }: Props) {
  const i18n = useI18n();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className={classNames('column gap-2 min-w-0', className)}>
      <label className="text-s weight-550 leading-snug visually-hidden" htmlFor={id}>
        {label}
      </label>
      <div className={fields.box}>
        <SearchIcon className={`self-center flex-none ink-3 ${classes.icon}`} />
        <input
          enterKeyHint="search"
          autoComplete="off"
          {...rest}
          ref={input}
          id={id}
          type="search"
          className={`${fields.control} ${classes.input}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        {value !== '' && (
          <button
            type="button"
            className="tile self-center ink-2 icon-button"
            aria-label={i18n._('Clear search')}
            onClick={clear}
          >
            <CloseIcon size={18} />
          </button>
        )}
      </div>
    </div>
  );
}
