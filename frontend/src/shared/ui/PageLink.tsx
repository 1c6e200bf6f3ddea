import { useLocation } from 'react-router';
import { AppLink, type AppLinkProps } from './AppLink';

/** A link of a menu, which says when it leads to the page that is shown. */
export function PageLink(props: AppLinkProps) {
  const pathname = useLocation().pathname.replace(/(?<=.)\/+$/, '');
  return <AppLink aria-current={pathname === props.to ? 'page' : undefined} {...props} />;
}
