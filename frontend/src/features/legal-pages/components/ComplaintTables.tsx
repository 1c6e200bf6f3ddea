import { formatDay } from '../../../shared/lib/dates';
import type { Complaints, SourceRow, Trend } from '../queries';
import * as classes from './ComplaintTables.module.css';
import { type Column, FigureTable } from './FigureTable';

const number = (label: string): Column => ({ label, isNumber: true });

const SOURCES: readonly Column[] = [
  number('Sr. No.'),
  { label: 'Received from' },
  number('Pending at the end of last month'),
  number('Received'),
  number('Resolved*'),
  number('Total Pending#'),
  number('Pending > 3 months'),
  number('Average Resolution time^ (days)'),
];

const trend = (period: string): readonly Column[] => [
  number('Sr. No.'),
  { label: period },
  number(period === 'Month' ? 'Carried forward from previous month' : 'Carried forward from previous year'),
  number('Received'),
  number('Resolved*'),
  number('Pending#'),
];

export function ComplaintTables({ figures }: { figures: Complaints }) {
  return (
    <div className={`stack gap-6 columns-1 ${classes.root}`}>
      <FigureTable
        caption={`Data for the month ending ${formatDay(figures.monthEnding)}`}
        columns={SOURCES}
        rows={[...figures.sources, figures.total].map((row, index) => sourceCells(row, index))}
        hasTotal
      />
      <p className={`measure ink-2 text-s ${classes.note}`}>
        Number of complaints received during the month against us due to impersonation by some other entity:{' '}
        {figures.impersonation}. They are not counted in the tables.
      </p>
      <FigureTable
        caption="Trend of monthly disposal of complaints"
        columns={trend('Month')}
        rows={trendCells(figures.monthly)}
        hasTotal
      />
      <FigureTable
        caption="Trend of annual disposal of complaints"
        columns={trend('Year')}
        rows={trendCells(figures.annual)}
        hasTotal
      />
      <div className={`measure ink-2 text-s ${classes.note}`}>
        <p>* Inclusive of complaints of previous months resolved in the current month.</p>
        <p># Complaints pending as on the last day of the month or year.</p>
        <p>
          ^ The sum of the days taken to resolve each complaint in the current month, divided by the number of
          complaints resolved in the current month.
        </p>
        <p>
          {figures.isFinal
            ? 'These figures are final.'
            : `These figures become final on ${formatDay(figures.finalFrom)}.`}
        </p>
      </div>
    </div>
  );
}

const sourceCells = (row: SourceRow, index: number) => [
  index < 3 ? index + 1 : '',
  row.receivedFrom,
  row.pendingBefore,
  row.received,
  row.resolved,
  row.pending,
  row.pendingOverThreeMonths,
  row.averageResolutionDays === null ? '–' : row.averageResolutionDays.toFixed(1),
];

const trendCells = ({ rows, total }: Trend) =>
  [...rows, total].map((row, index) => [
    index < rows.length ? index + 1 : '',
    row.period,
    row.carriedForward,
    row.received,
    row.resolved,
    row.pending,
  ]);
