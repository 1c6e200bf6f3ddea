import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';

const CLOSE_DELAY_MS = 200;
/** Open delay: on its way to one menu's panel the mouse may cross the other menu's button. */
const SWITCH_DELAY_MS = 80;

interface Options {
  isOpen: boolean;
  /** Whether another menu is open. */
  isOtherOpen: boolean;
  setOpen: (open: boolean) => void;
}

/**
 * When a mega-menu opens and closes.
 *
 * A click on a menu that hovering has just opened keeps it open; only a second click closes it.
 */
export function useMegaMenu({ isOpen, isOtherOpen, setOpen }: Options) {
  const root = useRef<HTMLLIElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPressed = useRef(false);

  const change = (open: boolean, pressed = false) => {
    clearTimeout(timer.current);
    isPressed.current = pressed;
    setOpen(open);
  };
  const changeLater = (open: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => change(open), delay);
  };

  const pressEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    button.current?.focus();
    change(false);
  });
  const pressOutside = useEffectEvent((event: Event) => {
    if (!root.current?.contains(event.target as Node)) change(false);
  });
  useEffect(() => {
    if (!isOpen) return;
    document.addEventListener('keydown', pressEscape);
    document.addEventListener('pointerdown', pressOutside);
    return () => {
      document.removeEventListener('keydown', pressEscape);
      document.removeEventListener('pointerdown', pressOutside);
    };
  }, [isOpen]);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    root,
    button,
    toggle: () => {
      const open = !(isOpen && isPressed.current);
      change(open, open);
    },
    around: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        clearTimeout(timer.current);
        if (pointerType !== 'mouse' || isOpen) return;
        if (isOtherOpen) changeLater(true, SWITCH_DELAY_MS);
        else change(true);
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        clearTimeout(timer.current);
        if (pointerType === 'mouse' && isOpen) changeLater(false, CLOSE_DELAY_MS);
      },
      onBlur: ({ relatedTarget }: FocusEvent) => {
        if (isOpen && relatedTarget && !root.current?.contains(relatedTarget as Node)) change(false);
      },
    },
  };
}
