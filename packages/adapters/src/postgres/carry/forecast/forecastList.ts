import { headColumns } from '../../engine/lists/headColumns.ts';
import type { forecastEndpoints } from '@carrara/contract/carry/run/forecast';
import type { RowOf } from '@carrara/contract/core/endpoint';
import { column, condition, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { determinedSql } from '../../portfolio/container/sources.ts';

/** Creates a filter: the forecast has at least one source that matches. `f` is the row in `source_facts`. */
const fromSource = (at: string) =>
  condition(`EXISTS (SELECT FROM forecast_source s
    JOIN source_facts f ON f.tenant_id = s.tenant_id AND f.id = s.container_id
    WHERE s.tenant_id = b.tenant_id AND s.forecast_id = b.id AND ${at} = ?::uuid)`);

/** List of forecasts. It has no totals, because several forecasts may be about the same sale. */
export const forecastList = defineListQuery<RowOf<typeof forecastEndpoints.listForecasts>>({
  base: { table: 'forecast' },
  columns: {
    ...headColumns,
    name: column('text', 'b.name'),
    description: column('longText', 'b.description'),
    distributionDate: column('date', 'b.distribution_date'),
    estimationDate: column('date', 'b.estimation_date'),
    currency: referenceColumn('b.currency_id', 'reference:currency'),
    totalGross: column('money', 'b.total_gross'),
    totalCarryAdjustment: column('money', 'b.total_adjustment'),
    totalNet: column('money', 'b.total_net'),
    totalCarryDistributed: column('money', determinedSql('total_carry_distributed', 'b')),
    isDetermined: { value: 'b.is_determined' },
    numberOfParticipants: column('count', determinedSql('number_of_participants', 'b')),
    numberOfSources: column(
      'count',
      '(SELECT count(*)::int FROM forecast_source s WHERE s.tenant_id = b.tenant_id AND s.forecast_id = b.id)',
    ),
  },
  search: { text: `lower(b.name || E'\\n' || coalesce(b.description, ''))` },
  filters: {
    id: condition('b.id = ?::uuid'),
    sourceId: fromSource('s.container_id'),
    fundId: fromSource('f.fund_id'),
    coinvestmentId: fromSource('f.coinvestment_id'),
    year: condition('extract(year FROM b.distribution_date) = ?::int'),
  },
  defaultSort: { field: 'distributionDate', ascending: false },
});
