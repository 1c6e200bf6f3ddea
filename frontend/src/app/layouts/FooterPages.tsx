import { type ReactNode, useState } from 'react';
import { AppLink } from '../../shared/ui/AppLink';
import { ChevronDownIcon } from '../../shared/ui/icons/ChevronDownIcon';
import classes from './Footer.module.css';
import { COMPANY, DISCLOSURES, INVESTORS, LEARN, type PageLink } from './siteLinks';

export function FooterPages() {
  return (
    <nav className={classes.pages} aria-label="Footer">
      <Column title="Learn" links={LEARN} />
      <Column title="Company" links={COMPANY} />
      <Column title="For investors" links={INVESTORS}>
        <Disclosures />
      </Column>
    </nav>
  );
}

interface ColumnProps {
  title: string;
  links: readonly PageLink[];
  children?: ReactNode;
}

function Column({ title, links, children }: ColumnProps) {
  return (
    <div className={classes.column}>
      <h2 className={classes.heading}>{title}</h2>
      <ul>
        <Items links={links} />
        {children}
      </ul>
    </div>
  );
}

function Items({ links }: { links: readonly PageLink[] }) {
  return links.map(({ label, to }) => (
    <li key={label}>
      <AppLink className={classes.link} to={to}>
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
        <ChevronDownIcon size={16} className={classes.chevron} />
      </button>
      <ul id="disclosures" className={classes.disclosures} hidden={!isOpen}>
        <Items links={DISCLOSURES} />
      </ul>
    </li>
  );
}
