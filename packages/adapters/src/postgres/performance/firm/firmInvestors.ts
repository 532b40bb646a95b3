import type { RowOf } from '@carrara/contract/core/endpoint';
import type { firmPerformanceEndpoints } from '@carrara/contract/performance/firm/firmPerformance';
import { column, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { commitmentRows } from '../periodFigures/commitmentRows.ts';
import { figureColumns } from '../periodFigures/figureRows.ts';
import { isAcrossTransfer } from '../periodFigures/acrossTransfer.ts';

const ofFirm = `SELECT k.tenant_id, k.id, k.investor_id AS of_id, v.currency_id FROM commitment k JOIN (
    SELECT f.tenant_id, f.id, f.currency_id FROM fund f WHERE f.firm_id = :firmId::uuid
    UNION ALL SELECT c.tenant_id, c.id, c.currency_id FROM coinvestment c WHERE c.firm_id = :firmId::uuid) v
  ON v.tenant_id = k.tenant_id AND v.id = k.vehicle_id`;

/**
 * List of the commitments to the vehicles of a firm with their figures at a quarter end: one row per investor and
 * vehicle, without sums.
 */
export const firmInvestors = defineListQuery<RowOf<(typeof firmPerformanceEndpoints)['listFirmInvestors']>>({
  base: {
    table: 'commitment_at',
    rows: commitmentRows(ofFirm),
    joins: {
      k: 'JOIN commitment k ON k.tenant_id = b.tenant_id AND k.id = b.id',
      i: 'JOIN container i ON i.tenant_id = b.tenant_id AND i.id = b.of_id',
      v: 'JOIN container v ON v.tenant_id = k.tenant_id AND v.id = k.vehicle_id',
    },
  },
  record: 'b.of_id',
  columns: {
    ...figureColumns,
    irrPartial: { value: isAcrossTransfer('b.tenant_id', 'b.id', 'b.period_end') },
    investorId: { value: 'b.of_id' },
    investorName: column('text', 'i.name', ['i']),
    investorCode: column('code', 'i.code', ['i']),
    fundId: { value: 'k.vehicle_id', joins: ['k'] },
    fundName: column('text', 'v.name', ['k', 'v']),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
  },
  search: { text: 'i.search_text', joins: ['i'] },
  defaultSort: { field: 'investorName', ascending: true },
});
