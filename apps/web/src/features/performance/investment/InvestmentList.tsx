import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { CoverageNote } from '../../../period/CoverageNote.tsx';
import { useFigureWhy, explanationCells, WhyTable } from '../../../period/figureWhy.tsx';
import { useStoredPeriod, useReportingDate } from '../../../period/reportingDate.ts';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { ChartCard } from '../../../record/chart/ChartCard.tsx';
import record from '../../../record/record.module.css';
import { toHref, type RecordValue } from '../../../record/recordDefinition.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import { useEntryFilter } from '../../../record/list/useEntryFilter.ts';
import { useFilterFromChart } from '../../../record/chart/useFilterFromChart.ts';
import { slicesToSeries } from '../../../record/chart/pointsOverTime.ts';
import { investmentRecord, profilePath } from './investmentRecord.ts';
import styles from './investment.module.css';

const mostInvestments = 10;
const mostSectors = 7;
const chartHeight = 220;
/** The figure of each column over all holdings of an investment. */
const totalFields = {
  totalFundInvestedAmount: 'invested',
  realized: 'realized',
  fairValue: 'fairValue',
  grossIrr: 'grossIrr',
  grossMoic: 'grossMoic',
} as const;
const figureFields = lists.listPerformanceInvestments.columns.filter(({ field }) => Object.hasOwn(totalFields, field));
const chosen = ({ filters }: ListState, id: string) => filters[id]?.[0];

/** The investments with their figures at a quarter end. Clicking a chart opens the investment or filters by the sector. */
export function InvestmentList() {
  const { data: dates } = useRead('listInvestmentReportingDates', { query: {} });
  const date = useReportingDate(dates);
  const { endDate } = date;
  const { data: charts } = useRead('chartInvestments', { query: { endDate } });
  const periodQuery = useStoredPeriod();
  const filters = useFilters();
  const why = useFigureWhy();
  const cells = explanationCells(
    why,
    figureFields,
    ({ id }: RecordValue) => ({ subject: id, date: endDate ?? '' }),
    (field) => totalFields[field as keyof typeof totalFields],
  );
  return (
    <WhyTable>
      <RecordList
        cells={cells}
        record={investmentRecord}
        printAs="printInvestmentOverview"
        filters={filters}
        query={(state) => ({
          endDate,
          vehicleId: chosen(state, 'vehicleId'),
          sector: chosen(state, 'sector'),
          type: chosen(state, 'type'),
        })}
        rowHref={(row) => {
          const source = row['fundInvestmentId'];
          return (
            toHref(typeof source === 'string' ? profilePath(row.id, source) : investmentRecord.paths.profile(row.id)) +
            periodQuery
          );
        }}
      >
        <div className={styles.tools}>
          <ReportingDateSelect date={date} />
        </div>
        {charts && charts.byInvestment.length === 0 ? null : <InvestmentCharts charts={charts} endDate={endDate} />}
      </RecordList>
    </WhyTable>
  );
}

/** The filters of the list: fund, sector and type. */
function useFilters(): ListFilter[] {
  const sector = useEntryFilter('sector', 'Sector', 'sector');
  const type = useEntryFilter('type', 'Type', 'investment-type');
  const { data: vehicles } = useRead('listVehicleNavigation', undefined);
  return useMemo(
    (): ListFilter[] => [
      {
        id: 'vehicleId',
        title: 'Fund',
        allLabel: 'All funds',
        options: (vehicles ?? []).map(({ id, name }) => ({ value: id, label: name })),
      },
      sector,
      type,
    ],
    [vehicles, sector, type],
  );
}

export interface InvestmentChartsProps {
  readonly charts: Answer<'chartInvestments'> | undefined;
  readonly endDate: string | undefined;
}

/** The largest amounts invested, by investment and by sector. */
export function InvestmentCharts({ charts, endDate }: InvestmentChartsProps) {
  const money = useCurrencyChoice(charts?.byInvestment, charts?.bySector);
  const periodQuery = useStoredPeriod();
  const navigate = useNavigate();
  const filterBy = useFilterFromChart();
  const byInvestment = money.inCurrency(charts?.byInvestment);
  const [covered] = money.inCurrency(charts?.coverage);
  const below = <CoverageNote coverage={covered?.coverage} endDate={endDate} />;
  return (
    <div className={`${record.charts} ${record.aboveList}`}>
      <ChartCard
        title={`Which investments account for the amount invested${money.ending}?`}
        kind="money"
        prefix={money.prefix}
        height={chartHeight}
        top={mostInvestments}
        isLoading={charts === undefined}
        tools={money.chooser}
        below={below}
        {...slicesToSeries(byInvestment, 'Invested', 'bar', 'invested')}
        onSelect={(name) => {
          const id = byInvestment.find((slice) => slice.name === name)?.id;
          if (id) void navigate(investmentRecord.paths.profile(id) + periodQuery);
        }}
      />
      <ChartCard
        title={`Which sectors account for the amount invested${money.ending}?`}
        kind="money"
        prefix={money.prefix}
        height={chartHeight}
        top={mostSectors}
        isLoading={charts === undefined}
        below={below}
        {...slicesToSeries(money.inCurrency(charts?.bySector), 'Invested', 'pie')}
        onSelect={(name) => filterBy('sector', charts?.bySector.find((slice) => slice.name === name)?.id)}
      />
    </div>
  );
}
