import type { ReportingEvent } from '@carrara/contract/performance/reporting/reporting';
import { column, condition, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { currencyCode } from '../../engine/texts/amounts.ts';
import { displayedTypes } from '../reports/cashflow.ts';

/** List of ledger entries that are displayed as cash flows: of an investment, of a fund, or of all funds. */
export const eventList = defineListQuery<ReportingEvent>({
  base: {
    table: 'event',
    rows: `SELECT e.tenant_id, e.id, e.effective_date, e.booked, t.title, t.category, e.vehicle_id, h.investment_id, coalesce(f.currency_id, c.currency_id) AS currency_id,
        e.amount, e.description
      FROM ledger_entry e JOIN (VALUES ${displayedTypes}) t(code, title, category) ON t.code = e.type
      LEFT JOIN fund f ON f.tenant_id = e.tenant_id AND f.id = e.vehicle_id
      LEFT JOIN coinvestment c ON c.tenant_id = e.tenant_id AND c.id = e.vehicle_id
      LEFT JOIN (SELECT x.tenant_id, x.id, x.investment_id FROM fund_investment x
        UNION ALL SELECT x.tenant_id, x.id, x.investment_id FROM coinvestment_investment x) h ON h.tenant_id = e.tenant_id AND h.id = e.holding_id
      WHERE (:investmentId::uuid IS NULL OR h.investment_id = :investmentId::uuid) AND (:vehicleId::uuid IS NULL OR e.vehicle_id = :vehicleId::uuid)`,
  },
  columns: {
    date: column('date', 'b.effective_date'),
    category: column('text', 'b.category'),
    type: column('text', 'b.title'),
    fund: referenceColumn('b.vehicle_id', 'vehicle'),
    investment: referenceColumn('b.investment_id', 'investment'),
    currency: { value: currencyCode('b.currency_id') },
    amount: column('money', 'b.amount'),
    description: column('longText', 'b.description'),
  },
  search: { text: `lower(b.title || ' ' || coalesce(b.description, ''))` },
  filters: {
    endDate: condition('b.booked <= ?::date'),
    category: condition('b.category = ?'),
  },
  defaultSort: { field: 'date', ascending: false },
});
