import { codeText } from '../../engine/texts/text.ts';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { basisNames, investorBasisName } from '@carrara/contract/performance/period/basis';
import { excessAsDistributed } from '@carrara/contract/performance/fundProfile/figureNotes';
import type { fundPerformanceEndpoints } from '@carrara/contract/performance/fundProfile/fundPerformance';
import type { MultiplePolicy } from '@carrara/domain/performance/return';
import { column, condition, nameWithinCurrency, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { yearOfVintage } from '../../portfolio/vehicle.ts';
import { figureColumns, figureRows, figureTotals } from '../periodFigures/figureRows.ts';
import { isVehicleAcrossTransfer } from '../periodFigures/acrossTransfer.ts';

const either = (name: string) => `coalesce(f.${name}, c.${name})`;
const stored = ['f', 'c'];
const named = ['n'];

/**
 * SQL for a remark on a vehicle whose last reported contributions or distributions come from a capital account. It has calls in full, and returned
 * excess in distributions. Only a ledger has recallable distributions.
 */
const excessNoteSql = `CASE WHEN b.recallable IS NULL AND EXISTS (
    SELECT FROM (SELECT DISTINCT ON (r.commitment_id, r.figure) r.source_id FROM reported_figure r
      WHERE r.tenant_id = b.tenant_id AND r.vehicle_id = b.id AND r.figure IN ('contributions', 'distributions') AND r.figure_date <= b.period_end
        AND r.reverses_id IS NULL AND NOT EXISTS (SELECT FROM reported_figure x WHERE x.tenant_id = r.tenant_id AND x.reverses_id = r.id)
      ORDER BY r.commitment_id, r.figure, r.figure_date DESC, r.seq DESC) l
    JOIN upload_history u ON u.tenant_id = b.tenant_id AND u.id = l.source_id AND u.file_type = 'capital-account')
  THEN '${excessAsDistributed}' END`;

type Listed = RowOf<(typeof fundPerformanceEndpoints)['listVehicles']>;

/** List of funds and coinvestments with their figures at a quarter end. */
export const vehicleList = defineListQuery<Listed>({
  base: {
    table: 'vehicle_at',
    rows: figureRows(
      'VEHICLE',
      `SELECT v.tenant_id, v.id, v.id AS of_id, ${either('currency_id')} AS currency_id FROM container v
       LEFT JOIN fund f ON f.tenant_id = v.tenant_id AND f.id = v.id LEFT JOIN coinvestment c ON c.tenant_id = v.tenant_id AND c.id = v.id
       WHERE v.is_vehicle`,
    ),
    joins: {
      n: 'JOIN container n ON n.tenant_id = b.tenant_id AND n.id = b.id',
      f: 'LEFT JOIN fund f ON f.tenant_id = b.tenant_id AND f.id = b.id',
      c: 'LEFT JOIN coinvestment c ON c.tenant_id = b.tenant_id AND c.id = b.id',
      v: `CROSS JOIN LATERAL (SELECT b.tenant_id, ${either('firm_id')} AS firm_id) v`,
    },
  },
  columns: {
    ...figureColumns,
    ...figureTotals('vehicle_at', ['commitment', 'contributions', 'distributions', 'unfunded', 'nav']),
    irrPartial: { value: isVehicleAcrossTransfer('b.tenant_id', 'b.id', 'b.period_end') },
    excessNote: { value: excessNoteSql },
    rowVersion: { value: either('row_version'), joins: stored },
    kind: { value: 'n.kind', joins: named },
    kindName: { value: 'initcap(n.kind)', joins: named },
    fundId: { value: 'b.id' },
    fundCode: column('code', 'n.code', named),
    fundName: nameWithinCurrency('n.name', 'b.currency_id', named),
    name: column('text', 'n.name', named),
    legalName: column('text', 'n.legal_name', named),
    firm: referenceColumn('v.firm_id', 'firm', [...stored, 'v']),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    isoCode: {
      value: '(SELECT r.code FROM reference_entry r WHERE r.tenant_id = b.tenant_id AND r.id = b.currency_id)',
    },
    vintageYear: { value: yearOfVintage({ vehicle: 'n', fund: 'f', coinvestment: 'c' }), joins: [...stored, 'n'] },
    fundFamily: referenceColumn('f.fund_family_id', 'reference:fund-family', ['f']),
    sectors: {
      value: `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'code', r.code, 'description', r.description) ORDER BY r.display_order, r.code), '[]')
        FROM fund_sector s JOIN reference_entry r ON r.tenant_id = s.tenant_id AND r.id = s.sector_id WHERE s.tenant_id = b.tenant_id AND s.fund_id = b.id)`,
    },
    initialCloseDate: { value: either('initial_close_date'), joins: stored },
    finalCloseDate: { value: either('final_close_date'), joins: stored },
    liquidationDate: { value: either('liquidation_date'), joins: stored },
    escrowReleaseDate: { value: either('escrow_release_date'), joins: stored },
    periodEndDate: { value: 'b.period_end' },
    basis: {
      value: `CASE WHEN (SELECT t.is_lp_tenant FROM tenant t WHERE t.id = b.tenant_id) THEN '${investorBasisName}' ELSE ${codeText('b.basis', basisNames)} END`,
    },
    moic: figureColumns.tvpi,
    remainingCommitment: figureColumns.unfunded,
    fmv: figureColumns.nav,
  },
  search: { text: 'n.search_text', index: 'matching_containers', joins: named },
  filters: {
    id: condition('b.id = ?::uuid'),
    firmId: condition('v.firm_id = ?::uuid', [...stored, 'v']),
    kind: condition('n.kind = ?', named),
    withCoinvestmentsOf: condition('(b.id = ?::uuid OR c.fund_id = ?::uuid)', ['c']),
  },
  defaultSort: { field: 'fundName', ascending: true },
});

/** The same list with the policy of each vehicle's multiples. */
export const pooledVehicleList = defineListQuery<Listed & { readonly policy: MultiplePolicy | null }>({
  ...vehicleList.definition,
  columns: { ...vehicleList.definition.columns, policy: { value: 'b.policy' } },
});
