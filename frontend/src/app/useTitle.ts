import { useEffect } from 'react';
import { siteData } from '../shared/lib/pageData';

/** Name the page in the tab; the home page, which has no title of its own, shows the site's promise. */
export function useTitle(title: string): void {
  const { brandName, tagline } = siteData();
  const text = title ? `${title} · ${brandName}` : `${brandName} · ${tagline}`;
  useEffect(() => {
    document.title = text;
  }, [text]);
}
