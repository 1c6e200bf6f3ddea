import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect } from 'react';
import type { User } from '../../features/account/queries';
import { useI18n } from '../../shared/lib/i18n';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../shared/ui/Menu';

type Button = RefObject<HTMLButtonElement | null>;

interface Props {
  user: User;
  button: Button;
  isOpen: boolean;
  setOpen: (open: boolean) => void;
  onLogout: () => void;
}

export default function AvatarMenu({ user, button, isOpen, setOpen, onLogout }: Props) {
  const i18n = useI18n();
  return (
    <Menu open={isOpen} onOpenChange={setOpen} trigger={<Standing button={button} />}>
      <MenuLink to="/dashboard">{i18n._('My Dashboard')}</MenuLink>
      <MenuLink to="/my-learnings">{i18n._('My Learnings')}</MenuLink>
      {user.pro.status === 'none' ? (
        <MenuLink to="/pro">{i18n._('Upgrade to pro')}</MenuLink>
      ) : (
        <MenuLink to="/my-learnings?kind=pro">{i18n._('Your Pro')}</MenuLink>
      )}
      <MenuLink to="/orders">{i18n._('Orders')}</MenuLink>
      <MenuLink to="/support">{i18n._('Support')}</MenuLink>
      <MenuLink to="/settings">{i18n._('Settings')}</MenuLink>
      <MenuSeparator />
      <MenuItem onSelect={onLogout}>{i18n._('Log Out')}</MenuItem>
    </Menu>
  );
}

interface StandingProps {
  button: Button;
  id?: string;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * Uses the header's own button as the menu's trigger. The button is older than this script; replacing it
 * would lose the focus and the click that opened the menu.
 */
function Standing({ button, id, ref }: StandingProps) {
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, [button]);
  useLayoutEffect(() => {
    // The menu is labelled by its trigger.
    if (id && button.current) button.current.id = id;
  }, [button, id]);
  return null;
}
