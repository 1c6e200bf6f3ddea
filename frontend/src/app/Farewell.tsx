import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '../features/account/queries';
import { CloseIcon } from '../shared/ui/icons/CloseIcon';
import classes from './Farewell.module.css';
import { useLastWords } from './useFarewell';

const forget = () => useLastWords.setState({ sentence: null });

/** Says what was done to somebody who is a visitor now, until they go on. */
export function Farewell() {
  const { user } = useAuth();
  const { pathname } = useLocation();
  const { sentence } = useLastWords();
  const isShown = sentence !== null && pathname === '/' && user === null;
  useEffect(() => (isShown ? forget : undefined), [isShown]);
  return (
    <div role="status">
      {isShown && (
        <div className={classes.root}>
          <p>{sentence}</p>
          <button type="button" className={classes.close} aria-label="Dismiss" onClick={forget}>
            <CloseIcon />
          </button>
        </div>
      )}
    </div>
  );
}
