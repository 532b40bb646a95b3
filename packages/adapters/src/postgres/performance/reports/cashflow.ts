import { textLiteral } from '../../engine/texts/text.ts';
import { cashflow as report } from '@carrara/contract/performance/reports/cashflow';
import { entryTypeCodes, entryTypeRule } from '@carrara/domain/performance/ledger';
import { defineFigureReport } from './defineFigureReport.ts';

/** SQL values for the entry types that are displayed as cash flows: code, title and category. */
export const displayedTypes = entryTypeCodes
  .map((code) => ({ code, ...entryTypeRule(code) }))
  .flatMap(({ code, title, category }) =>
    category === null ? [] : [[code, title, category].map(textLiteral).join(', ')],
  )
  .map((values) => `(${values})`)
  .join(', ');

export const cashflow = defineFigureReport(report, {
  source: 'rows',
  from: `SELECT e.tenant_id, e.id, t.title AS type, e.effective_date AS date, e.vehicle_id AS fund, t.category, e.booked AS quarter,
      r.code AS currency, e.amount, e.description
    FROM ledger_entry e JOIN (VALUES ${displayedTypes}) t(code, title, category) ON t.code = e.type
    LEFT JOIN fund f ON f.tenant_id = e.tenant_id AND f.id = e.vehicle_id
    LEFT JOIN coinvestment k ON k.tenant_id = e.tenant_id AND k.id = e.vehicle_id
    JOIN reference_entry r ON r.tenant_id = e.tenant_id AND r.id = coalesce(f.currency_id, k.currency_id)
    WHERE (:from::date IS NULL OR e.effective_date >= :from::date) AND (:to::date IS NULL OR e.effective_date <= :to::date)
      AND (:fundId::uuid IS NULL OR e.vehicle_id = :fundId) AND (:category::text IS NULL OR t.category = :category)`,
});
