import { type ReactNode, useId, useState } from 'react';
import { langOf, useI18n } from '../../shared/lib/i18n';
import { type SiteData, siteData } from '../../shared/lib/pageData';
import { scrollToTop } from '../../shared/lib/scrolling';
import { AppLink } from '../../shared/ui/AppLink';
import { ArrowUpIcon } from '../../shared/ui/icons/ArrowUpIcon';
import { ChevronDownIcon } from '../../shared/ui/icons/ChevronDownIcon';
import { ThemeSwitch } from '../../shared/ui/ThemeSwitch';
import { BrandMark } from './BrandMark';
import * as classes from './Footer.module.css';
import { LanguageSwitch } from './LanguageSwitch';

type Page = readonly [label: string, path: string];

const LEARN: readonly Page[] = [
  [/*i18n*/ 'Courses', '/courses'],
  [/*i18n*/ 'Live mentorships', '/live-mentorships'],
  [/*i18n*/ 'Webinars', '/'],
  [/*i18n*/ 'FAQ', '/'],
];
const COMPANY: readonly Page[] = [
  [/*i18n*/ 'About us', '/about-us'],
  [/*i18n*/ 'Contact', '/contact'],
  [/*i18n*/ 'Privacy policy', '/privacy-policy'],
  [/*i18n*/ 'Terms & conditions', '/terms&conditions'],
  [/*i18n*/ 'Refund policy', '/refund-policy'],
  [/*i18n*/ 'Accessibility', '/accessibility'],
];
const INVESTORS: readonly Page[] = [
  [/*i18n*/ 'Investor charter', '/investor-charter'],
  [/*i18n*/ 'Complaints', '/complaints'],
  [/*i18n*/ 'Grievance redressal', '/grievance-redressal'],
  [/*i18n*/ 'Audit', '/audit'],
  [/*i18n*/ 'Anti-money laundering', '/anti-laundering'],
];
const DISCLOSURES: readonly Page[] = [
  [/*i18n*/ 'Disclosure on advice', '/mobile/disclosure-advice'],
  [/*i18n*/ 'SEBI IA registration', '/mobile/SEBI-IA-Registration'],
  [/*i18n*/ 'Advisory agreement', '/mobile/Advisory-Agreement'],
  [/*i18n*/ 'SEBI investor charter', '/mobile/SEBI-Investor-charter'],
];

export function Footer() {
  const i18n = useI18n();
  const site = siteData();
  return (
    <footer className={`band ${classes.root}`}>
      <div className="container">
        <div className={`stack gap-10 ${classes.top}`}>
          <Brand site={site} />
          <nav className={classes.pages} aria-label={i18n._('Footer')}>
            <Column title={i18n._('Learn')} pages={LEARN} />
            <Column title={i18n._('Company')} pages={COMPANY} />
            <Column title={i18n._('For investors')} pages={INVESTORS}>
              <Disclosures />
            </Column>
          </nav>
        </div>
        <LegalFacts site={site} />
        <div className={classes.disclaimers}>
          {site.disclaimers.map((text) => (
            <p key={text} lang={langOf(text, i18n)}>
              {text}
            </p>
          ))}
        </div>
        <div className="cluster items-center gap-2 ink-2 text-xs">
          <p className={classes.copyright} lang={langOf(site.copyright, i18n)}>
            {site.copyright}
          </p>
          <LanguageSwitch />
          <ThemeSwitch />
          <button
            type="button"
            className={classes.up}
            aria-label={i18n._('Scroll to top')}
            onClick={scrollToTop}
          >
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
  const i18n = useI18n();
  return (
    <div>
      <p className={classes.brand}>
        <BrandMark className="flex-none green" />
        {brandName}
      </p>
      <p className={classes.tagline} lang={langOf(tagline, i18n)}>
        {tagline}
      </p>
      <address className={classes.contact}>
        <a className={classes.link} href={`tel:${contact.phone.replace(/[ -]/g, '')}`}>
          {contact.phone}
        </a>
        <a className={classes.link} href={`mailto:${contact.email}`}>
          {contact.email}
        </a>
        <span lang={langOf(contact.city, i18n)}>{contact.city}</span>
        <span lang={langOf(workingHours, i18n)}>{workingHours}</span>
      </address>
      <Elsewhere label={i18n._('Social media')} links={socialLinks} />
      <Elsewhere label={i18n._('Our app')} links={storeLinks} />
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
    <div className={`min-w-0 ${classes.column}`}>
      <h2 className="mb-2 text-s tracking-0">{title}</h2>
      <ul>
        <PageLinks pages={pages} />
        {children}
      </ul>
    </div>
  );
}

function PageLinks({ pages }: { pages: readonly Page[] }) {
  const i18n = useI18n();
  return pages.map(([label, path]) => (
    <li key={label}>
      <AppLink className={classes.link} to={path}>
        {i18n._(label)}
      </AppLink>
    </li>
  ));
}

function Disclosures() {
  const i18n = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        className={`gap-1 ${classes.toggle}`}
        aria-expanded={isOpen}
        aria-controls="disclosures"
        onClick={() => setOpen(!isOpen)}
      >
        {i18n._('Regulatory Disclosure')}
        <ChevronDownIcon className="chevron" size={16} />
      </button>
      <ul id="disclosures" className={classes.disclosures} hidden={!isOpen}>
        <PageLinks pages={DISCLOSURES} />
      </ul>
    </li>
  );
}

function LegalFacts({ site: { registration, regulator, company, contact } }: Of) {
  const i18n = useI18n();
  return (
    <div className={classes.legal}>
      <Facts
        id="registration"
        tabIndex={-1}
        title={i18n._('Registration')}
        facts={[
          [i18n._('Registered name'), registration.registeredName],
          [i18n._('Type'), registration.type],
          [i18n._('Number'), registration.number],
          [i18n._('Validity'), registration.validity],
          [i18n._('Address'), registration.address],
          [i18n._('Principal officer'), nameAndContact(registration.principalOfficer)],
          [i18n._('Compliance officer'), nameAndContact(registration.complianceOfficer)],
        ]}
      />
      <Facts
        title={i18n._("Regulator's office")}
        facts={[
          [i18n._('Name'), regulator.name],
          [i18n._('Address'), regulator.address],
          [i18n._('Phone'), regulator.phone],
        ]}
      />
      <Facts
        title={i18n._('Company')}
        facts={[
          [i18n._('Name'), company.name],
          [i18n._('CIN'), company.cin],
          [i18n._('GSTIN'), company.gstin],
          [i18n._('State'), company.state],
          [i18n._('Office'), contact.address],
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
  const i18n = useI18n();
  const titleId = useId();
  return (
    <section className={classes.facts} aria-labelledby={titleId} {...rest}>
      <h2 id={titleId} className="mb-2 text-s tracking-0">
        {title}
      </h2>
      <dl className={classes.list}>
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name} className={classes.fact}>
              <dt>{name}</dt>
              <dd lang={langOf(value, i18n)}>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
