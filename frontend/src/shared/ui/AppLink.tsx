import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { type To, useHref, useLinkClickHandler, useResolvedPath } from 'react-router';
import { prefetchPage } from '../lib/prefetch';

export type AppLinkProps = Omit<ComponentPropsWithRef<'a'>, 'href' | 'target'> & { to: To };

/**
 * A link to a page of this site, which prefetches its script on hover and focus.
 *
 * Built from the router's hooks: its own Link includes code for framework mode, 2 kB on every page.
 */
export function AppLink({ to, onClick, ...rest }: AppLinkProps) {
  const { pathname } = useResolvedPath(to);
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to);
  const warm = () => prefetchPage(pathname);
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!event.defaultPrevented) follow(event);
  };
  return <a onPointerEnter={warm} onFocus={warm} {...rest} href={href} onClick={press} />;
}
