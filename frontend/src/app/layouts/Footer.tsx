import { siteData } from '../../shared/lib/pageData';
import { ArrowUpIcon } from '../../shared/ui/icons/ArrowUpIcon';
import { ThemeSwitch } from '../../shared/ui/ThemeSwitch';
import classes from './Footer.module.css';
import { FooterBrand } from './FooterBrand';
import { FooterPages } from './FooterPages';
import { LegalFacts } from './LegalFacts';

/** The server writes the same markup before React comes: templates/parts/footer.html. */
export function Footer() {
  const site = siteData();
  return (
    <footer className={`band ${classes.root}`}>
      <div className="container">
        <div className={classes.top}>
          <FooterBrand site={site} />
          <FooterPages />
        </div>
        <LegalFacts site={site} />
        <div className={classes.disclaimers}>
          {site.disclaimers.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
        <div className={classes.bottom}>
          <p className={classes.copyright}>{site.copyright}</p>
          <ThemeSwitch />
          <button type="button" className={classes.up} aria-label="Scroll to top" onClick={scrollToTop}>
            <ArrowUpIcon />
          </button>
        </div>
      </div>
    </footer>
  );
}

function scrollToTop() {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
  document.getElementById('main')?.focus({ preventScroll: true });
}
