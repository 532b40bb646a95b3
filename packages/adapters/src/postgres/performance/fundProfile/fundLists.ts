import type { RowOf } from '@carrara/contract/core/endpoint';
import type { fundPerformanceEndpoints } from '@carrara/contract/performance/fundProfile/fundPerformance';
import { column, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { commitmentRows } from '../periodFigures/commitmentRows.ts';
import { figureColumns, figureRows, figureTotals } from '../periodFigures/figureRows.ts';
import { isAcrossTransfer } from '../periodFigures/acrossTransfer.ts';

type Calls = typeof fundPerformanceEndpoints;
const currencyOfVehicle = (at: string) =>
  `(SELECT coalesce(f.currency_id, c.currency_id) FROM container v LEFT JOIN fund f ON f.tenant_id = v.tenant_id AND f.id = v.id
    LEFT JOIN coinvestment c ON c.tenant_id = v.tenant_id AND c.id = v.id WHERE v.tenant_id = ${at}.tenant_id AND v.id = :vehicleId::uuid)`;

/** List of the holdings of a fund or coinvestment with their figures at a quarter end. */
export const holdingList = defineListQuery<RowOf<Calls['listFundHoldings']>>({
  base: {
    table: 'holding_at',
    rows: figureRows(
      'HOLDING',
      `SELECT h.tenant_id, h.id, h.investment_id AS of_id, ${currencyOfVehicle('h')} AS currency_id FROM (
         SELECT tenant_id, id, investment_id FROM fund_investment WHERE fund_id = :vehicleId::uuid
         UNION ALL SELECT tenant_id, id, investment_id FROM coinvestment_investment WHERE coinvestment_id = :vehicleId::uuid) h`,
    ),
    joins: {
      n: 'JOIN container n ON n.tenant_id = b.tenant_id AND n.id = b.of_id',
      i: 'JOIN investment i ON i.tenant_id = b.tenant_id AND i.id = b.of_id',
    },
  },
  columns: {
    ...figureColumns,
    ...figureTotals('holding_at', ['invested', 'proceeds', 'income', 'cost', 'fairValue', 'unrealized']),
    fundInvestmentId: { value: 'b.id' },
    investmentId: { value: 'b.of_id' },
    investmentName: column('text', 'n.name', ['n']),
    code: column('code', 'n.code', ['n']),
    sector: referenceColumn('i.sector_id', 'reference:sector', ['i']),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    status: referenceColumn('i.status_id', 'reference:investment-status', ['i']),
  },
  search: { text: 'n.search_text', joins: ['n'] },
  defaultSort: { field: 'investmentName', ascending: true },
});

/** List of the investors of a fund or coinvestment, with the value of their commitments at a quarter end. */
export const fundInvestorList = defineListQuery<RowOf<Calls['listFundInvestors']>>({
  base: {
    table: 'commitment_at',
    rows: commitmentRows(
      `SELECT m.tenant_id, m.id, m.investor_id AS of_id, ${currencyOfVehicle('m')} AS currency_id FROM commitment m WHERE m.vehicle_id = :vehicleId::uuid`,
    ),
    joins: {
      n: 'JOIN container n ON n.tenant_id = b.tenant_id AND n.id = b.of_id',
      i: 'JOIN investor i ON i.tenant_id = b.tenant_id AND i.id = b.of_id',
    },
  },
  columns: {
    ...figureColumns,
    ...figureTotals('commitment_at', ['commitment', 'contributions', 'distributions', 'unfunded', 'nav']),
    irrPartial: { value: isAcrossTransfer('b.tenant_id', 'b.id', 'b.period_end') },
    investorId: { value: 'b.of_id' },
    investorName: column('text', 'n.name', ['n']),
    code: column('code', 'n.code', ['n']),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    investorType: referenceColumn('i.type_id', 'reference:investor-type', ['i']),
  },
  search: { text: 'n.search_text', joins: ['n'] },
  defaultSort: { field: 'investorName', ascending: true },
});
