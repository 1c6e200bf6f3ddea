import { type ReactNode, useId, useState } from 'react';
import { type SiteData, siteData } from '../../shared/lib/pageData';
import { AppLink } from '../../shared/ui/AppLink';
import { ArrowUpIcon } from '../../shared/ui/icons/ArrowUpIcon';
import { ChevronDownIcon } from '../../shared/ui/icons/ChevronDownIcon';
import { ThemeSwitch } from '../../shared/ui/ThemeSwitch';
import { BrandMark } from './BrandMark';
import classes from './Footer.module.css';

type Page = readonly [label: string, path: string];

const LEARN: readonly Page[] = [
  ['Courses', '/courses'],
  ['Live mentorships', '/live-mentorships'],
  ['Webinars', '/'],
  ['FAQ', '/'],
];
const COMPANY: readonly Page[] = [
  ['About us', '/about-us'],
  ['Contact', '/contact'],
  ['Privacy policy', '/privacy-policy'],
  ['Terms & conditions', '/terms&conditions'],
  ['Refund policy', '/refund-policy'],
  ['Accessibility', '/accessibility'],
];
const INVESTORS: readonly Page[] = [
  ['Investor charter', '/investor-charter'],
  ['Complaints', '/complaints'],
  ['Grievance redressal', '/grievance-redressal'],
  ['Audit', '/audit'],
  ['Anti-money laundering', '/anti-laundering'],
];
const DISCLOSURES: readonly Page[] = [
  ['Disclosure on advice', '/mobile/disclosure-advice'],
  ['SEBI IA registration', '/mobile/SEBI-IA-Registration'],
  ['Advisory agreement', '/mobile/Advisory-Agreement'],
  ['SEBI investor charter', '/mobile/SEBI-Investor-charter'],
];

export function Footer() {
  const site = siteData();
  return (
    <footer className={`band ${classes.root}`}>
      <div className="container">
        <div className={classes.top}>
          <Brand site={site} />
          <nav className={classes.pages} aria-label="Footer">
            <Column title="Learn" pages={LEARN} />
            <Column title="Company" pages={COMPANY} />
            <Column title="For investors" pages={INVESTORS}>
              <Disclosures />
            </Column>
          </nav>
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

interface Of {
  site: SiteData;
}

function Brand({ site: { brandName, tagline, contact, workingHours, socialLinks, storeLinks } }: Of) {
  return (
    <div>
      <p className={classes.brand}>
        <BrandMark className={classes.mark} />
        {brandName}
      </p>
      <p className={classes.tagline}>{tagline}</p>
      <address className={classes.contact}>
        <a className={classes.link} href={`tel:${contact.phone.replace(/[ -]/g, '')}`}>
          {contact.phone}
        </a>
        <a className={classes.link} href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
        <span>{contact.city}</span>
        <span>{workingHours}</span>
      </address>
      <Elsewhere label="Social media" links={socialLinks} />
      <Elsewhere label="Our app" links={storeLinks} />
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

function Column({ title, pages, children }: { title: string; pages: readonly Page[]; children?: ReactNode }) {
  return (
    <div className={classes.column}>
      <h2 className={classes.heading}>{title}</h2>
      <ul>
        <PageLinks pages={pages} />
        {children}
      </ul>
    </div>
  );
}

function PageLinks({ pages }: { pages: readonly Page[] }) {
  return pages.map(([label, path]) => (
    <li key={label}>
      <AppLink className={classes.link} to={path}>
        {label}
      </AppLink>
    </li>
  ));
}

function Disclosures() {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={isOpen}
        aria-controls="disclosures"
        onClick={() => setOpen(!isOpen)}
      >
        Regulatory Disclosure
        <ChevronDownIcon className={classes.chevron} size={16} />
      </button>
      <ul id="disclosures" className={classes.disclosures} hidden={!isOpen}>
        <PageLinks pages={DISCLOSURES} />
      </ul>
    </li>
  );
}

function LegalFacts({ site: { registration, regulator, company, contact } }: Of) {
  return (
    <div className={classes.legal}>
      <Facts
        id="registration"
        tabIndex={-1}
        title="Registration"
        facts={[
          ['Registered name', registration.registeredName],
          ['Type', registration.type],
          ['Number', registration.number],
          ['Validity', registration.validity],
          ['Address', registration.address],
          ['Principal officer', nameAndContact(registration.principalOfficer)],
          ['Compliance officer', nameAndContact(registration.complianceOfficer)],
        ]}
      />
      <Facts
        title="Regulator's office"
        facts={[
          ['Name', regulator.name],
          ['Address', regulator.address],
          ['Phone', regulator.phone],
        ]}
      />
      <Facts
        title="Company"
        facts={[
          ['Name', company.name],
          ['CIN', company.cin],
          ['GSTIN', company.gstin],
          ['State', company.state],
          ['Office', contact.address],
        ]}
      />
    </div>
  );
}

const nameAndContact = ({ name, email, phone }: SiteData['registration']['principalOfficer']) =>
  [name, email, phone].filter(Boolean).join(', ');

interface FactsProps {
  /** What staff have not filled in is left out. */
  facts: (readonly [name: string, value: string])[];
  title: string;
  id?: string;
  tabIndex?: number;
}

function Facts({ title, facts, ...rest }: FactsProps) {
  const titleId = useId();
  return (
    <section className={classes.facts} aria-labelledby={titleId} {...rest}>
      <h2 id={titleId} className={classes.heading}>
        {title}
      </h2>
      <dl className={classes.list}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function scrollToTop() {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' });
  document.getElementById('main')?.focus({ preventScroll: true });
}
