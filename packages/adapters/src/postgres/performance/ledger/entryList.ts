import { column, condition, defineListQuery } from '../../engine/lists/index.ts';
import { sourceSql } from './loadLedger.ts';
import type { EntryRow } from './readLedger.ts';

type Listed = Omit<EntryRow, 'vehicleId' | 'shares'>;

/** The entries of a vehicle. */
export const ledgerEntryList = defineListQuery<Listed>({
  base: {
    table: 'ledger_entry',
    joins: { x: 'LEFT JOIN ledger_entry x ON x.tenant_id = b.tenant_id AND x.reverses_id = b.id' },
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
    settledOn: column('date', 'b.settled_on'),
    reversesId: column('id', 'b.reverses_id'),
    reversedById: column('id', 'x.id', ['x']),
    noticeId: column('id', 'b.notice_id'),
    holdingId: column('id', 'b.holding_id'),
    securityId: column('id', 'b.security_id'),
    description: column('longText', 'b.description'),
    source: { value: sourceSql('b'), sort: 'b.source_id' },
    createdDate: column('instant', 'b.created_at'),
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
