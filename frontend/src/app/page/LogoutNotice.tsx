import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '../../features/account/queries';
import { useI18n } from '../../shared/lib/i18n';
import { CloseIcon } from '../../shared/ui/icons/CloseIcon';
import * as classes from './LogoutNotice.module.css';
import { useLogoutNoticeStore } from './useLogoutNotice';

const forget = () => useLogoutNoticeStore.setState({ sentence: null });

/** Shown on the home page after the server ended the session, for example when the account was deleted. */
export function LogoutNotice() {
  const i18n = useI18n();
  const { user } = useAuth();
  const { pathname } = useLocation();
  const { sentence } = useLogoutNoticeStore();
  const isVisible = sentence !== null && pathname === '/' && user === null;
  useEffect(() => (isVisible ? forget : undefined), [isVisible]);
  return (
    <div role="status">
      {isVisible && (
        <div className={`row surface items-center gap-2 w-fit text-s ${classes.root}`}>
          <p>{sentence}</p>
          <button
            type="button"
            className="tile ink-2 icon-button"
            aria-label={i18n._('Dismiss')}
            onClick={forget}
          >
            <CloseIcon />
          </button>
        </div>
      )}
    </div>
  );
}
