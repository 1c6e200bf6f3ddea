import type { ComponentPropsWithRef, MouseEvent } from 'react';
import { type To, useHref, useLinkClickHandler, useResolvedPath } from 'react-router';
import { prefetchPage } from '../lib/prefetching';

export type AppLinkProps = Omit<ComponentPropsWithRef<'a'>, 'href' | 'target'> & { to: To };

/**
 * A link to a page of ours, whose script is fetched as soon as the person turns to it.
 *
 * Made of the router's hooks: its own link carries what only its framework mode needs, 2 kB on every page.
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
