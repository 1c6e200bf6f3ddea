import type { ReactNode } from 'react';
import { formatDay } from '../../../shared/lib/dates';
import { Button } from '../../../shared/ui/Button';
import type { LegalPageData } from '../queries';
import * as classes from './LegalPage.module.css';

const MIN_SECTIONS = 4;

export function LegalPage({ page, children }: { page: LegalPageData; children?: ReactNode }) {
  return (
    <div className={`container ${classes.root}`}>
      <header>
        <h1 className="anywhere">{page.title}</h1>
        <p className={`mt-3 ink-2 text-l leading-5 pretty ${classes.lead}`}>{page.lead}</p>
        <div
          className={`cluster items-center justify-between gap-1 gap-x-4 pb-2 ink-2 text-s ${classes.facts}`}
        >
          <p>
            Version {page.version}, valid from {formatDay(page.validFrom)}. Last reviewed on:{' '}
            {page.lastReviewedOn
              ? `${formatDay(page.lastReviewedOn)}, by ${page.reviewedBy}.`
              : 'Not yet reviewed by a lawyer.'}
          </p>
          <Button className={classes.print} variant="quiet" size="s" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </header>
      <div className={classes.columns}>
        <div className="min-w-0">
          {children}
          {/* The server sanitises the HTML. */}
          <div className={classes.text} dangerouslySetInnerHTML={{ __html: page.html }} />
        </div>
        {page.sections.length >= MIN_SECTIONS && (
          <nav className={classes.sections} aria-label="On this page">
            <p className={classes.sectionsTitle}>On this page</p>
            <ol>
              {page.sections.map(({ anchor, title }) => (
                <li key={anchor}>
                  <a className={classes.section} href={`#${anchor}`}>
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        )}
      </div>
    </div>
  );
}
