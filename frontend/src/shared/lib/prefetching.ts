type Prefetch = (pathname: string) => void;

let prefetch: Prefetch = () => undefined;

/** The router says how a page's script is fetched; links of any feature only say that it will be needed. */
export function setPrefetch(how: Prefetch): void {
  prefetch = how;
}

export const prefetchPage: Prefetch = (pathname) => prefetch(pathname);
