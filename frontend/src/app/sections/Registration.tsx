import { siteData } from '../../shared/lib/pageData';
import { AppLink } from '../../shared/ui/AppLink';
import * as classes from './Registration.module.css';
import { Section } from './Section';

export function Registration() {
  const { registeredName, type, number, validity } = siteData().registration;
  const facts = [
    ['Registered name', registeredName],
    ['Type', type],
    ['Registration number', number],
    ['Validity', validity],
  ];
  return (
    <Section title="Our registration" more={{ to: '/about-us', label: 'About us' }}>
      <dl className={classes.facts}>
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt className="ink-3 text-s">{term}</dt>
            <dd className="weight-550 anywhere">{fact}</dd>
          </div>
        ))}
      </dl>
      <p className="measure mt-5 ink-2">
        Read the <AppLink to="/investor-charter">investor charter</AppLink> and our monthly{' '}
        <AppLink to="/complaints">complaints data</AppLink>.
      </p>
    </Section>
  );
}
