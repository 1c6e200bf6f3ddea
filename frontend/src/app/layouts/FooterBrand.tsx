import type { SiteData } from '../../shared/lib/pageData';
import { BrandMark } from './BrandMark';
import classes from './Footer.module.css';

export function FooterBrand({ site }: { site: SiteData }) {
  const { phone, email, city } = site.contact;
  return (
    <div>
      <p className={classes.brand}>
        <BrandMark className={classes.mark} />
        {site.brandName}
      </p>
      <p className={classes.tagline}>{site.tagline}</p>
      <address className={classes.contact}>
        <a className={classes.link} href={`tel:${phone.replace(/[^+\d]/g, '')}`}>
          {phone}
        </a>
        <a className={classes.link} href={`mailto:${email}`}>
          {email}
        </a>
        <span>{city}</span>
        <span>{site.workingHours}</span>
      </address>
      <Elsewhere label="Social media" links={site.socialLinks} />
      <Elsewhere label="Our app" links={site.storeLinks} />
    </div>
  );
}

function Elsewhere({ label, links }: { label: string; links: SiteData['socialLinks'] }) {
  if (links.length === 0) return null;
  return (
    <ul className={classes.elsewhere} aria-label={label}>
      {links.map(({ name, url }) => (
        <li key={name}>
          <a className={classes.link} href={url} rel="noopener" target="_blank">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
