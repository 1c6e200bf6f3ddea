import { siteData } from '../../shared/lib/pageData';
import { AppLink } from '../../shared/ui/AppLink';
import classes from './Registration.module.css';
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
            <dt className={classes.term}>{term}</dt>
            <dd className={classes.fact}>{fact}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.more}>
        Read the <AppLink to="/investor-charter">investor charter</AppLink> and our monthly{' '}
        <AppLink to="/complaints">complaints data</AppLink>.
      </p>
    </Section>
  );
}
