import type { ReactNode } from 'react';
import { siteData } from '../../shared/lib/pageData';
import { Footer } from './Footer';
import { Header } from './Header';
import classes from './SiteLayout.module.css';

interface Props {
  bare: boolean;
  children: ReactNode;
}

export function SiteLayout({ bare, children }: Props) {
  return (
    <div className={classes.root}>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      {bare ? <BareHeader /> : <Header />}
      <main id="main" tabIndex={-1} className={bare ? classes.bareMain : classes.main}>
        {children}
      </main>
      {bare ? <BareFooter /> : <Footer />}
    </div>
  );
}

function BareHeader() {
  return (
    <header className={`container ${classes.bareHeader}`}>
      <p>{siteData().brandName}</p>
    </header>
  );
}

function BareFooter() {
  return (
    <footer className={`container ${classes.bareFooter}`}>
      <p>{siteData().copyright}</p>
    </footer>
  );
}
