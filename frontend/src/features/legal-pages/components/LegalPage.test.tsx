import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { AuditRow, Complaints, LegalPageData, SourceRow } from '../queries';
import { AuditTable } from './AuditTable';
import { ComplaintTables } from './ComplaintTables';
import { LegalPage } from './LegalPage';

const source = (receivedFrom: string, received: number, overrides: Partial<SourceRow> = {}): SourceRow => ({
  receivedFrom,
  pendingBefore: 1,
  received,
  resolved: 2,
  pending: 3,
  pendingOverThreeMonths: 0,
  averageResolutionDays: 4.25,
  ...overrides,
});

const period = (name: string, received: number) => ({
  period: name,
  carriedForward: 5,
  received,
  resolved: 6,
  pending: 7,
});

const figures = (overrides: Partial<Complaints> = {}): Complaints => ({
  monthEnding: '2026-10-31',
  sources: [
    source('Directly from Investors', 10),
    source('SEBI (SCORES)', 20, { averageResolutionDays: null }),
    source('Other Sources', 30),
  ],
  total: source('Grand Total', 60),
  impersonation: 8,
  monthly: {
    rows: [period('September 2026', 11), period('October 2026', 12)],
    total: period('Grand Total', 23),
  },
  annual: { rows: [period('2026-27', 40)], total: period('Grand Total', 40) },
  isFinal: true,
  finalFrom: '2026-11-07',
  ...overrides,
});

const table = (name: string) => screen.getByRole('table', { name });
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole(row.closest('thead') ? 'columnheader' : 'cell')
    .map(({ textContent }) => textContent);
const rowsOf = (name: string) => within(table(name)).getAllByRole('row').map(cells);

describe('complaints', () => {
  test('of the month stand by where they came from, with their sum unnumbered', () => {
    render(<ComplaintTables figures={figures()} />);

    expect(rowsOf('Data for the month ending Sat, 31 Oct 2026')).toEqual([
      [
        'Sr. No.',
        'Received from',
        'Pending at the end of last month',
        'Received',
        'Resolved*',
        'Total Pending#',
        'Pending > 3 months',
        'Average Resolution time^ (days)',
      ],
      ['1', 'Directly from Investors', '1', '10', '2', '3', '0', '4.3'],
      ['2', 'SEBI (SCORES)', '1', '20', '2', '3', '0', '–'],
      ['3', 'Other Sources', '1', '30', '2', '3', '0', '4.3'],
      ['', 'Grand Total', '1', '60', '2', '3', '0', '4.3'],
    ]);
    expect(
      screen.getByText(/due to impersonation by some other entity: 8\. They are not counted in the tables\./),
    ).toBeVisible();
  });

  test('of months and of years are trends', () => {
    render(<ComplaintTables figures={figures()} />);

    expect(rowsOf('Trend of monthly disposal of complaints')).toEqual([
      ['Sr. No.', 'Month', 'Carried forward from previous month', 'Received', 'Resolved*', 'Pending#'],
      ['1', 'September 2026', '5', '11', '6', '7'],
      ['2', 'October 2026', '5', '12', '6', '7'],
      ['', 'Grand Total', '5', '23', '6', '7'],
    ]);
    expect(rowsOf('Trend of annual disposal of complaints')).toEqual([
      ['Sr. No.', 'Year', 'Carried forward from previous year', 'Received', 'Resolved*', 'Pending#'],
      ['1', '2026-27', '5', '40', '6', '7'],
      ['', 'Grand Total', '5', '40', '6', '7'],
    ]);
  });

  test('say whether their figures may still change', () => {
    const { rerender } = render(<ComplaintTables figures={figures()} />);
    expect(screen.getByText('These figures are final.')).toBeVisible();

    rerender(<ComplaintTables figures={figures({ isFinal: false })} />);
    expect(screen.getByText('These figures become final on Sat, 7 Nov 2026.')).toBeVisible();
  });

  test('are in frames that a keyboard reaches', async () => {
    render(<ComplaintTables figures={figures()} />);

    await userEvent.tab();

    expect(screen.getByRole('region', { name: 'Data for the month ending Sat, 31 Oct 2026' })).toHaveFocus();
  });
});

describe('audits', () => {
  const audit = (overrides: Partial<AuditRow> = {}): AuditRow => ({
    financialYear: '2025-26',
    isConducted: true,
    status: 'Conducted',
    auditor: 'A firm',
    reportDate: '2026-09-30',
    remarks: 'None',
    ...overrides,
  });

  test('stand by year, with a dash for what is not known', () => {
    render(
      <AuditTable
        rows={[
          audit(),
          audit({
            financialYear: '2026-27',
            isConducted: false,
            status: 'Due',
            auditor: null,
            reportDate: null,
            remarks: '',
          }),
        ]}
      />,
    );

    expect(rowsOf('Status of the compliance audit')).toEqual([
      ['Sr. No.', 'Financial Year', 'Compliance Audit Status', 'Audited by', 'Date of the report', 'Remarks'],
      ['1', '2025-26', 'Conducted', 'A firm', 'Wed, 30 Sep 2026', 'None'],
      ['2', '2026-27', 'Due', '–', '–', '–'],
    ]);
  });

  test('are one sentence while there is none', () => {
    render(<AuditTable rows={[]} />);

    expect(
      screen.getByText('No audits yet. The first one will appear here when its year ends.'),
    ).toBeVisible();
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
  });
});

describe('a legal page', () => {
  const sections = (...titles: string[]) => titles.map((title) => ({ anchor: `section-${title}`, title }));
  const page = (overrides: Partial<LegalPageData> = {}): LegalPageData => ({
    slug: 'refund-policy',
    title: 'Refund policy',
    lead: 'When money goes back.',
    html: '<h2 id="section-one">One</h2><p>Text.</p>',
    sections: sections('one', 'two', 'three', 'four'),
    version: 3,
    validFrom: '2026-11-01',
    lastReviewedOn: null,
    reviewedBy: '',
    ...overrides,
  });

  test('says which version it is, and that nobody has reviewed it', () => {
    render(<LegalPage page={page()} />);

    expect(screen.getByRole('heading', { level: 1, name: 'Refund policy' })).toBeVisible();
    expect(
      screen.getByText(
        'Version 3, valid from Sun, 1 Nov 2026. Last reviewed on: Not yet reviewed by a lawyer.',
      ),
    ).toBeVisible();
    expect(screen.getByText('Text.')).toBeVisible();
  });

  test('names who reviewed it', () => {
    render(<LegalPage page={page({ lastReviewedOn: '2026-11-05', reviewedBy: 'Asha Rao' })} />);

    expect(screen.getByText(/Last reviewed on: Thu, 5 Nov 2026, by Asha Rao\.$/)).toBeVisible();
  });

  test('lists its sections once there are four of them', () => {
    const { rerender } = render(<LegalPage page={page()} />);
    const list = screen.getByRole('navigation', { name: 'On this page' });
    expect(
      within(list)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['one', '#section-one'],
      ['two', '#section-two'],
      ['three', '#section-three'],
      ['four', '#section-four'],
    ]);

    rerender(<LegalPage page={page({ sections: sections('one', 'two', 'three') })} />);
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });

  test('is printed on a press', async () => {
    window.print = jest.fn();
    render(<LegalPage page={page()} />);

    await userEvent.click(screen.getByRole('button', { name: 'Print' }));

    expect(window.print).toHaveBeenCalledTimes(1);
  });
});
