import type { SiteData } from '../../shared/lib/pageData';
import classes from './Footer.module.css';

/** Who runs this and who watches over them, as every page has to say. */
export function LegalFacts({ site }: { site: SiteData }) {
  const { registration, regulator, company } = site;
  return (
    <div className={classes.legal}>
      <section id="registration" className={classes.facts} tabIndex={-1} aria-labelledby="registration-title">
        <h2 id="registration-title" className={classes.heading}>
          Registration
        </h2>
        <dl className={classes.list}>
          <Fact label="Registered name">{registration.registeredName}</Fact>
          <Fact label="Type">{registration.type}</Fact>
          <Fact label="Number">{registration.number}</Fact>
          <Fact label="Validity">{registration.validity}</Fact>
          <Fact label="Address">{registration.address}</Fact>
          <Officer label="Principal officer" officer={registration.principalOfficer} />
          <Officer label="Compliance officer" officer={registration.complianceOfficer} />
        </dl>
      </section>
      <section className={classes.facts} aria-labelledby="regulator-title">
        <h2 id="regulator-title" className={classes.heading}>
          Regulator's office
        </h2>
        <dl className={classes.list}>
          <Fact label="Name">{regulator.name}</Fact>
          <Fact label="Address">{regulator.address}</Fact>
          <Fact label="Phone">{regulator.phone}</Fact>
        </dl>
      </section>
      <section className={classes.facts} aria-labelledby="company-title">
        <h2 id="company-title" className={classes.heading}>
          Company
        </h2>
        <dl className={classes.list}>
          <Fact label="Name">{company.name}</Fact>
          <Fact label="CIN">{company.cin}</Fact>
          <Fact label="GSTIN">{company.gstin}</Fact>
          <Fact label="State">{company.state}</Fact>
          <Fact label="Office">{site.contact.address}</Fact>
        </dl>
      </section>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: string }) {
  if (!children) return null;
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type OfficerFacts = SiteData['registration']['principalOfficer'];

function Officer({ label, officer: { name, email, phone } }: { label: string; officer: OfficerFacts }) {
  return <Fact label={label}>{[name, email, phone].filter(Boolean).join(', ')}</Fact>;
}
