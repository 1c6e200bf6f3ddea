import { formatDay } from '../../../shared/lib/dates';
import type { AuditRow } from '../queries';
import * as classes from './ComplaintTables.module.css';
import { type Column, FigureTable } from './FigureTable';

const COLUMNS: readonly Column[] = [
  { label: 'Sr. No.', isNumber: true },
  { label: 'Financial Year' },
  { label: 'Compliance Audit Status' },
  { label: 'Audited by' },
  { label: 'Date of the report' },
  { label: 'Remarks' },
];

export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <div className={`stack gap-6 columns-1 ${classes.root}`}>
      {rows.length === 0 ? (
        <p className={`measure ink-2 text-s ${classes.note}`}>
          No audits yet. The first one will appear here when its year ends.
        </p>
      ) : (
        <FigureTable
          caption="Status of the compliance audit"
          columns={COLUMNS}
          rows={rows.map((row, index) => [
            index + 1,
            row.financialYear,
            row.status,
            row.auditor ?? '–',
            row.reportDate ? formatDay(row.reportDate) : '–',
            row.remarks || '–',
          ])}
        />
      )}
    </div>
  );
}
