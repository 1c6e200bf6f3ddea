import { useState } from 'react';
import { CalendarIcon } from '../../../shared/ui/icons/CalendarIcon';
import { ListIcon } from '../../../shared/ui/icons/ListIcon';
import classes from './SessionPicker.module.css';

export type View = 'calendar' | 'list';

const KEY = 'sessionView';
const VIEWS = [
  { view: 'calendar', label: 'Calendar', Icon: CalendarIcon },
  { view: 'list', label: 'List', Icon: ListIcon },
] as const;

/** How the person likes to see sessions, here and the next time. */
export function useView(): { view: View; show: (view: View) => void } {
  const [view, setView] = useState<View>(read);
  const show = (chosen: View) => {
    setView(chosen);
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // A browser that keeps nothing shows the calendar the next time.
    }
  };
  return { view, show };
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
  onTurnToList: () => void;
}

export function ViewSwitch({ view, onShow, onTurnToList }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what a form sends.
    <div role="group" aria-label="Show as" className={classes.views}>
      {VIEWS.map(({ view: one, label, Icon }) => (
        <button
          key={one}
          type="button"
          className={classes.view}
          aria-pressed={one === view}
          onPointerEnter={one === 'list' ? onTurnToList : undefined}
          onFocus={one === 'list' ? onTurnToList : undefined}
          onClick={() => onShow(one)}
        >
          <Icon size={18} />
          {label}
        </button>
      ))}
    </div>
  );
}
