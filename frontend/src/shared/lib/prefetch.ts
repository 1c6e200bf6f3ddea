type Prefetch = (pathname: string) => void;

let prefetch: Prefetch = () => undefined;

/** Set by the router, so that links in features can prefetch a page's script. */
export function setPrefetch(how: Prefetch): void {
  prefetch = how;
}

export const prefetchPage: Prefetch = (pathname) => prefetch(pathname);
