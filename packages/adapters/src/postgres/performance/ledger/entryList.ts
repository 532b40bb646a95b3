import { column, condition } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { personName } from '../../engine/texts/personName.ts';
import { sourceSql } from './loadLedger.ts';
import { settledSql } from './settledSql.ts';
import type { EntryRow } from './readLedger.ts';

export type ListedEntry = Omit<EntryRow, 'vehicleId' | 'shares'> & {
  readonly investmentName: string | null;
  readonly noticeNumber: number | null;
  readonly isLate: boolean;
  readonly createdBy: string;
};

/** List of the entries of a vehicle. */
export const ledgerEntryList = defineListQuery<ListedEntry>({
  base: {
    table: 'ledger_entry',
    joins: {
      x: 'LEFT JOIN ledger_entry x ON x.tenant_id = b.tenant_id AND x.reverses_id = b.id',
      n: 'LEFT JOIN notice n ON n.tenant_id = b.tenant_id AND n.id = b.notice_id',
      h: `LEFT JOIN fund_investment fh ON fh.tenant_id = b.tenant_id AND fh.id = b.holding_id
        LEFT JOIN coinvestment_investment kh ON kh.tenant_id = b.tenant_id AND kh.id = b.holding_id
        LEFT JOIN container h ON h.tenant_id = b.tenant_id AND h.id = coalesce(fh.investment_id, kh.investment_id)`,
    },
  },
  columns: {
    type: column('code', 'b.type'),
    amount: column('money', 'b.amount'),
    effectiveDate: column('date', 'b.effective_date'),
    bookedPeriod: column('date', 'b.booked'),
    allocationKey: column('code', 'b.allocation_key'),
    costRelieved: column('money', 'b.cost_relieved'),
    isRecallable: column('boolean', 'b.is_recallable'),
    isOutside: column('boolean', 'b.is_outside'),
    settledOn: column('date', settledSql('b')),
    reversesId: column('id', 'b.reverses_id'),
    reversedById: column('id', 'x.id', ['x']),
    noticeId: column('id', 'b.notice_id'),
    holdingId: column('id', 'b.holding_id'),
    investmentName: column('text', 'h.name', ['h']),
    securityId: column('id', 'b.security_id'),
    description: column('longText', 'b.description'),
    source: { value: sourceSql('b'), sort: 'b.source_id' },
    createdDate: column('instant', 'b.created_at'),
    noticeNumber: column('count', 'n.number', ['n']),
    isLate: column(
      'boolean',
      `b.booked > (date_trunc('quarter', b.effective_date) + interval '3 months - 1 day')::date`,
    ),
    createdBy: column('text', personName('b.created_by')),
  },
  search: { text: `lower(b.type || ' ' || coalesce(b.description, ''))` },
  filters: {
    vehicleId: condition('b.vehicle_id = ?'),
    entryId: condition('b.id = ?'),
    type: condition('b.type = ?'),
    noticeId: condition('b.notice_id = ?'),
  },
  defaultSort: { field: 'effectiveDate', ascending: false },
});
