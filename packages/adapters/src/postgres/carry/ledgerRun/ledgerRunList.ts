import { headColumns } from '../../engine/lists/headColumns.ts';
import { codeText } from '../../engine/texts/text.ts';
import type { ledgerRunEndpoints } from '@carrara/contract/carry/run/ledgerRun';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { ledgerRunTypes } from '@carrara/domain/carry/ledgerRun';
import { column, condition, equals, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { statusColumn } from '../../statusText.ts';

const typeText = codeText('b.type', ledgerRunTypes);
/** Returns a column whose total counts posted runs. A reversed run and its reversal add up to zero. */
const posted = (name: string) => ({
  ...column('money', `b.total_${name}`),
  total: {
    sum: `CASE WHEN b.status IN ('POSTED', 'REVERSED') THEN b.total_${name} END`,
    from: 'ledger_run b',
    key: 'b.id',
    currency: 'b.currency_id',
    sameRowAs: 'b',
  },
});

export const ledgerRunList = defineListQuery<RowOf<typeof ledgerRunEndpoints.listLedgerRuns>>({
  base: { table: 'ledger_run' },
  columns: {
    ...headColumns,
    name: column('text', 'b.name'),
    description: column('longText', 'b.description'),
    type: { value: `jsonb_build_object('code', b.type, 'description', ${typeText})`, sort: typeText },
    runDate: column('date', 'b.run_date'),
    status: statusColumn('ledgerRun'),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    numberOfParticipants: column('count', 'b.number_of_participants'),
    accrued: posted('accrued'),
    distributed: posted('distributed'),
    escrow: posted('escrow'),
    clawback: posted('clawback'),
  },
  search: { text: `lower(b.name || E'\\n' || coalesce(b.description, ''))` },
  filters: {
    type: equals('b.type'),
    status: equals('b.status'),
    sourceId: condition(
      'EXISTS (SELECT FROM ledger_run_line s WHERE s.tenant_id = b.tenant_id AND s.ledger_run_id = b.id AND s.container_id = ?::uuid)',
    ),
  },
  defaultSort: { field: 'runDate', ascending: false },
});
