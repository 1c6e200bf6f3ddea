import type { ReactNode } from 'react';
import { english, I18nContext, useI18n } from '../../shared/lib/i18n';
import { siteData } from '../../shared/lib/pageData';
import { AppLink } from '../../shared/ui/AppLink';
import { Footer } from './Footer';
import { Header } from './Header';
import { OfflineNotice } from './OfflineNotice';
import * as classes from './SiteLayout.module.css';

interface Props {
  /** Without header and footer. */
  bare: boolean | undefined;
  /** Otherwise the page itself is in English, whatever the language around it. */
  isTranslated: boolean;
  children: ReactNode;
}

export function SiteLayout({ bare, isTranslated, children }: Props) {
  const i18n = useI18n();
  const inside = isTranslated ? i18n : english;
  return (
    <div className={classes.root}>
      <a className={classes.skip} href="#main">
        {i18n._('Skip to content')}
      </a>
      {bare ? (
        <header className={`container ${classes.bareHeader}`}>
          <AppLink to="/">{siteData().brandName}</AppLink>
        </header>
      ) : (
        <Header />
      )}
      <OfflineNotice />
      <main
        id="main"
        tabIndex={-1}
        lang={inside === i18n ? undefined : inside.locale}
        className={bare ? 'flex-1 pb-10' : classes.main}
      >
        <I18nContext value={inside}>{children}</I18nContext>
      </main>
      {bare ? (
        <footer className={`container ${classes.bareFooter}`}>{siteData().copyright}</footer>
      ) : (
        <Footer />
      )}
    </div>
  );
}
