import type { fundViewEndpoints } from '@carrara/contract/carry/container/fundViews';
import { estimateStates } from '@carrara/contract/carry/run/estimateStates';
import type { participantViewEndpoints } from '@carrara/contract/carry/participant/participantViews';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, condition, type ListColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { holderCodeSql } from '../../portfolio/container/sources.ts';
import { currencyCode } from '../../engine/texts/amounts.ts';
import { entityNamesSql } from './entityNamesSql.ts';

/** Returns SQL that is true if this is the latest estimate of the source for its date. */
const isLatestEstimate = (source: string) =>
  `EXISTS (SELECT FROM standing_forecast_source z WHERE z.tenant_id = ${source}.tenant_id AND z.id = ${source}.id)`;
const joinsFrom = (source: string) => ({
  s: source,
  x: 'JOIN forecast x ON x.tenant_id = b.tenant_id AND x.id = s.forecast_id',
  f: `JOIN source_facts f ON f.tenant_id = b.tenant_id AND f.id = s.container_id`,
});
const sourceColumns = {
  forecastId: { value: 's.forecast_id', joins: ['s'] },
  forecastName: column('text', 'x.name', ['s', 'x']),
  distributionDate: column('date', 'x.distribution_date', ['s', 'x']),
  estimationDate: column('date', 'x.estimation_date', ['s', 'x']),
  status: {
    value: `CASE WHEN ${isLatestEstimate('s')} THEN '{"code":"LATEST","description":"${estimateStates.LATEST}"}'::jsonb
      ELSE '{"code":"EARLIER","description":"${estimateStates.EARLIER}"}'::jsonb END`,
    sort: isLatestEstimate('s'),
    joins: ['s'],
  },
  multiple: { ...column('multiple', 's.multiple', ['s']), value: 'trim_scale(s.multiple)' },
  sourceId: { value: 's.container_id', joins: ['s'] },
  sourceName: column('text', 'f.name', ['s', 'f']),
  sourceHolder: { value: holderCodeSql('f'), joins: ['s', 'f'] },
  type: column('text', 's.source_type', ['s']),
  currency: { value: currencyCode('x.currency_id'), joins: ['s', 'x'] },
} as const satisfies Readonly<Record<string, ListColumn>>;
const currencyOfForecast = (table: string) =>
  `(SELECT o.currency_id FROM forecast_source z JOIN forecast o ON o.tenant_id = z.tenant_id AND o.id = z.forecast_id
    WHERE z.tenant_id = y.tenant_id AND z.id = y.${table === 'forecast_source' ? 'id' : 'forecast_source_id'})`;
/**
 * Returns the column of an estimated amount. If a source has several estimates for a date, the total counts only the
 * latest.
 */
const carry = (table: 'forecast_source' | 'forecast_detail', amount: string) => ({
  ...column('money', `b.${amount}`),
  total: {
    sum: `CASE WHEN EXISTS (SELECT FROM standing_forecast_source z WHERE z.tenant_id = y.tenant_id
      AND z.id = y.${table === 'forecast_source' ? 'id' : 'forecast_source_id'}) THEN y.${amount} END`,
    from: `${table} y`,
    key: 'y.id',
    currency: currencyOfForecast(table),
  },
});
const search = { text: `lower(x.name || E'\\n' || f.name)`, joins: ['s', 'x', 'f'] };
const defaultSort = { field: 'distributionDate', ascending: false };
/** Filters the forecasts by kind of source: any, funds or coinvestments. */
const source = condition(
  `CASE ?::text WHEN 'fund' THEN f.fund_id IS NOT NULL WHEN 'coinvestment' THEN f.coinvestment_id IS NOT NULL ELSE true END`,
  ['s', 'f'],
);

/** List of the amounts that forecasts expect for a participant, by source. */
export const participantForecastList = defineListQuery<RowOf<typeof participantViewEndpoints.listEmployeeForecasts>>({
  base: {
    table: 'forecast_detail',
    joins: joinsFrom('JOIN forecast_source s ON s.tenant_id = b.tenant_id AND s.id = b.forecast_source_id'),
  },
  columns: {
    ...sourceColumns,
    through: column('text', entityNamesSql('b.path', 'b.participant_id')),
    forecastedCarry: carry('forecast_detail', 'gross_carry_distributed'),
  },
  search,
  filters: { participantId: condition('b.participant_id = ?::uuid'), source },
  defaultSort,
});

/** List of the amounts that forecasts expect from sources: all, or those of a fund, a coinvestment or an investment. */
export const containerForecastList = defineListQuery<RowOf<typeof fundViewEndpoints.listFundForecasts>>({
  base: {
    table: 'forecast_source',
    joins: joinsFrom('JOIN forecast_source s ON s.tenant_id = b.tenant_id AND s.id = b.id'),
  },
  columns: {
    ...sourceColumns,
    through: column('text', 'NULL::text'),
    forecastedCarry: carry('forecast_source', 'net_carry_distributed'),
  },
  search,
  filters: {
    fundId: condition('f.fund_id = ?::uuid', ['s', 'f']),
    coinvestmentId: condition('f.coinvestment_id = ?::uuid', ['s', 'f']),
    investmentId: condition('f.investment_id = ?::uuid', ['s', 'f']),
    sourceId: condition('b.container_id = ?::uuid'),
    year: condition('extract(year FROM x.distribution_date) = ?::int', ['s', 'x']),
    source,
  },
  defaultSort,
});
