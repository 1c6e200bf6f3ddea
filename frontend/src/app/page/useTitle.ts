import { useEffect } from 'react';
import { siteData } from '../../shared/lib/pageData';

/** Sets the document's title; the home page, which has no title of its own, shows the tagline. */
export function useTitle(title: string): void {
  const { brandName, tagline } = siteData();
  const text = title ? `${title} · ${brandName}` : `${brandName} · ${tagline}`;
  useEffect(() => {
    document.title = text;
  }, [text]);
}
