import { Link, type LinkProps, useResolvedPath } from 'react-router';
import { prefetchPage } from '../lib/prefetching';

/** A link to a page of ours, whose script is fetched as soon as the person turns to it. */
export function AppLink(props: LinkProps) {
  const { pathname } = useResolvedPath(props.to);
  const warm = () => prefetchPage(pathname);
  return <Link onPointerEnter={warm} onFocus={warm} {...props} />;
}
