import { type ClipboardEvent, type KeyboardEvent, type Ref, useImperativeHandle, useRef } from 'react';
import { codeIn, plainDigits } from '../lib/digits';
import classes from './CodeField.module.css';

export interface CodeFieldHandle {
  /** Puts the focus into the first box, its digit selected. */
  focus: () => void;
}

type Props = {
  /** Names the group; the boxes are 'Digit 1' and so on. */
  label: string;
  /** One text a box, each a digit or empty. */
  digits: readonly string[];
  onChange: (digits: string[]) => void;
  invalid?: boolean | undefined;
  describedBy?: string | undefined;
  ref?: Ref<CodeFieldHandle> | undefined;
};

const MOVES: Record<string, (place: number, last: number) => number> = {
  ArrowLeft: (place) => place - 1,
  ArrowRight: (place) => place + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** A code sent to the person, a box a digit; a whole code may be pasted or filled into any of them. */
export function CodeField({ label, digits, onChange, invalid, describedBy, ref }: Props) {
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const last = digits.length - 1;
  const focus = (place: number) => boxes.current[Math.min(Math.max(place, 0), last)]?.focus();
  const select = (place: number) => boxes.current[place]?.select();
  useImperativeHandle(ref, () => ({
    focus: () => {
      boxes.current[0]?.focus();
      select(0);
    },
  }));

  const put = (fresh: string, place: number) => {
    const from = fresh.length > last ? 0 : place;
    onChange(digits.map((digit, box) => fresh[box - from] ?? digit));
    focus(from + fresh.length);
  };
  const type = (text: string, place: number) => {
    const fresh = codeIn(text, digits.length);
    const before = digits[place] ?? '';
    if (text === '') onChange(digits.map((digit, box) => (box === place ? '' : digit)));
    else if (fresh.length === 2) put(fresh.replace(before, ''), place);
    else if (fresh) put(fresh, place);
  };
  const press = (event: KeyboardEvent, place: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isBack = event.key === 'Backspace' && digits[place] === '';
    const move = isBack ? MOVES.ArrowLeft : MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    focus(move(place, last));
  };
  const paste = (event: ClipboardEvent, place: number) => {
    event.preventDefault();
    const fresh = codeIn(event.clipboardData.getData('text'), digits.length);
    if (fresh) put(fresh, place);
  };

  return (
    <fieldset className={classes.root} aria-describedby={describedBy}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.boxes}>
        {digits.map((digit, place) => (
          <input
            key={place}
            ref={(box) => {
              boxes.current[place] = box;
            }}
            className={classes.box}
            type="text"
            inputMode="numeric"
            // What fills in a code puts all of it into the first box, so no box limits its length.
            autoComplete={place === 0 ? 'one-time-code' : 'off'}
            aria-label={`Digit ${place + 1}`}
            aria-invalid={invalid || undefined}
            value={digit}
            // Not a change: the digit that stands there may be typed over itself.
            onInput={({ currentTarget }) => type(plainDigits(currentTarget.value), place)}
            onFocus={() => select(place)}
            onClick={() => select(place)}
            onKeyDown={(event) => press(event, place)}
            onPaste={(event) => paste(event, place)}
          />
        ))}
      </div>
    </fieldset>
  );
}
