import { type ClipboardEvent, type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import { otpIn, plainDigits } from '../lib/digits';
import { useI18n } from '../lib/i18n';
import * as classes from './OtpField.module.css';

export interface OtpFieldHandle {
  /** Focuses the first box and selects its digit. */
  focus: () => void;
}

type Props = {
  /** Labels the group; the boxes are 'Digit 1' and so on. */
  label: string;
  /** One string for each box, a digit or empty. */
  digits: readonly string[];
  onChange: (digits: string[]) => void;
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
  ref?: Ref<OtpFieldHandle> | undefined;
};

const MOVES: Record<string, (index: number, last: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** An OTP input with one box for each digit; a whole code can be pasted or autofilled into any box. */
export function OtpField({ label, digits, onChange, invalid, describedBy, ref }: Props) {
  const i18n = useI18n();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const last = digits.length - 1;
  const focus = (index: number) => boxes.current[Math.min(Math.max(index, 0), last)]?.focus();
  const select = (index: number) => boxes.current[index]?.select();
  useImperativeHandle(ref, () => ({
    focus: () => {
      boxes.current[0]?.focus();
      select(0);
    },
  }));

  const put = (fresh: string, index: number) => {
    const from = fresh.length > last ? 0 : index;
    onChange(digits.map((digit, box) => fresh[box - from] ?? digit));
    focus(from + fresh.length);
  };
  const type = (text: string, index: number) => {
    const fresh = otpIn(text, digits.length);
    const before = digits[index] ?? '';
    if (text === '') onChange(digits.map((digit, box) => (box === index ? '' : digit)));
    else if (fresh.length === 2) put(fresh.replace(before, ''), index);
    else if (fresh) put(fresh, index);
  };
  const press = (event: KeyboardEvent, index: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isBack = event.key === 'Backspace' && digits[index] === '';
    const move = isBack ? MOVES.ArrowLeft : MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    focus(move(index, last));
  };
  const paste = (event: ClipboardEvent, index: number) => {
    event.preventDefault();
    const fresh = otpIn(event.clipboardData.getData('text'), digits.length);
    if (fresh) put(fresh, index);
  };

  return (
    <fieldset className="min-w-0" aria-describedby={describedBy}>
      <legend className={`text-s weight-550 leading-snug ${classes.label}`}>{label}</legend>
      <div className={`stack mt-2 ${classes.boxes}`}>
        {digits.map((digit, index) => (
          <input
            key={index}
            ref={(box) => {
              boxes.current[index] = box;
            }}
            className={`min-w-0 w-full text-l align-center tabular ${classes.box}`}
            type="text"
            inputMode="numeric"
            // Autofill puts the whole code into the first box, so the boxes have no maxlength.
            autoComplete={index === 0 ? 'one-time-code' : 'off'}
            aria-label={i18n._('Digit {number}', { number: index + 1 })}
            aria-invalid={invalid || undefined}
            value={digit}
            // No change event: typing the same digit again must still move on.
            onInput={({ currentTarget }) => type(plainDigits(currentTarget.value), index)}
            onFocus={() => select(index)}
            onClick={() => select(index)}
            onKeyDown={(event) => press(event, index)}
            onPaste={(event) => paste(event, index)}
          />
        ))}
      </div>
    </fieldset>
  );
}
