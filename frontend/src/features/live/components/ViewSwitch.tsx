import { useState } from 'react';
import { useIsHydrated } from '../../../shared/lib/useIsHydrated';
import { CalendarIcon } from '../../../shared/ui/icons/CalendarIcon';
import { ListIcon } from '../../../shared/ui/icons/ListIcon';
import * as classes from './SessionPicker.module.css';

export type View = 'calendar' | 'list';

const KEY = 'sessionView';
const VIEWS = [
  { view: 'calendar', label: 'Calendar', Icon: CalendarIcon },
  { view: 'list', label: 'List', Icon: ListIcon },
] as const;

/** Calendar or list, stored for the next visit. */
export function useView(): { view: View; show: (view: View) => void } {
  const isHydrated = useIsHydrated();
  const [chosen, setChosen] = useState<View | null>(null);
  const show = (view: View) => {
    setChosen(view);
    try {
      localStorage.setItem(KEY, view);
    } catch {
      // Without storage the next visit starts with the calendar.
    }
  };
  return { view: chosen ?? (isHydrated ? read() : 'calendar'), show };
}

function read(): View {
  try {
    return localStorage.getItem(KEY) === 'list' ? 'list' : 'calendar';
  } catch {
    return 'calendar';
  }
}

interface Props {
  view: View;
  onShow: (view: View) => void;
  onPreloadList: () => void;
}

export function ViewSwitch({ view, onShow, onPreloadList }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends.
    <div role="group" aria-label="View" className={`inline-row mb-4 ${classes.views}`}>
      {VIEWS.map(({ view: one, label, Icon }) => (
        <button
          key={one}
          type="button"
          className={`inline-row items-center justify-center gap-2 touch px-4 text-s ${classes.view}`}
          aria-pressed={one === view}
          onPointerEnter={one === 'list' ? onPreloadList : undefined}
          onFocus={one === 'list' ? onPreloadList : undefined}
          onClick={() => onShow(one)}
        >
          <Icon size={18} />
          {label}
        </button>
      ))}
    </div>
  );
}
