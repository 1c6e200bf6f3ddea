import { useLogout } from '../../features/account/mutations';
import { type User, useAuth } from '../../features/account/queries';
import { messageOf } from '../../shared/api/messages';
import { useI18n } from '../../shared/lib/i18n';
import { AppLink } from '../../shared/ui/AppLink';
import { buttonClass } from '../../shared/ui/Button';
import { CloseIcon } from '../../shared/ui/icons/CloseIcon';
import { MenuIcon } from '../../shared/ui/icons/MenuIcon';
import { SearchIcon } from '../../shared/ui/icons/SearchIcon';
import { PageLink } from '../../shared/ui/PageLink';
import { Avatar } from './Avatar';
import * as classes from './Header.module.css';
import { HeaderDialogButton } from './HeaderDialogButton';

const loadMenu = () => import(/* webpackChunkName: "menu-mobile" */ './MobileMenu');
const loadSearch = () =>
  import(/* webpackChunkName: "search-dialog" */ '../../features/search/components/SearchDialog');

/** The actions of a visitor or a member in the header. */
export function HeaderActions() {
  const { user, isLoading } = useAuth();
  const i18n = useI18n();
  const logout = useLogout();
  const leave = () => {
    if (!logout.isPending) logout.mutate();
  };
  return (
    <div className={classes.actions}>
      <HeaderDialogButton
        load={loadSearch}
        label={i18n._('Search')}
        icon={<SearchIcon size={22} />}
        rest={{}}
      />
      {!isLoading && (
        <div className={`row items-center gap-2 ${classes.account}`}>
          {user ? <Member user={user} onLogout={leave} /> : <Visitor />}
        </div>
      )}
      <HeaderDialogButton
        load={loadMenu}
        label={i18n._('Menu')}
        icon={<MenuIcon size={24} />}
        className={classes.menu}
        rest={{ user, onLogout: leave }}
      />
      {logout.isError && (
        <div className={classes.notice} role="alert">
          <p>{messageOf(logout.error, 'logout', i18n)}</p>
          <button
            type="button"
            className={classes.dismiss}
            aria-label={i18n._('Dismiss')}
            onClick={logout.reset}
          >
            <CloseIcon />
          </button>
        </div>
      )}
    </div>
  );
}

function Visitor() {
  const i18n = useI18n();
  return (
    <>
      <AppLink to="/login" className={buttonClass({ variant: 'quiet', size: 's' })}>
        {i18n._('Login')}
      </AppLink>
      <AppLink to="/#freeTrial" className={buttonClass({ size: 's' })}>
        {i18n._('Start Free Trial')}
      </AppLink>
    </>
  );
}

function Member({ user, onLogout }: { user: User; onLogout: () => void }) {
  const i18n = useI18n();
  return (
    <>
      <PageLink to="/my-learnings" className={buttonClass({ variant: 'secondary', size: 's' })}>
        {i18n._('My Learnings')}
      </PageLink>
      <Avatar user={user} onLogout={onLogout} />
    </>
  );
}
