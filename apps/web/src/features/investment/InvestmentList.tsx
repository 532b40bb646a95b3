import { Chart } from '@carrara/ui/chart';
import type { ListFilter, ListState } from '@carrara/ui/list';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useRead } from '../../api/calls.ts';
import { carryCell, investedCell } from '../../record/CarryCell.tsx';
import { ofSlices } from '../../record/pointsOverTime.ts';
import { useCurrencyChoice } from '../../record/useCurrencyChoice.tsx';
import record from '../../record/record.module.css';
import { RecordList } from '../../record/RecordList.tsx';
import { investmentRecord } from './investmentRecord.ts';

const cells = { totalFundInvestmentAmount: investedCell, totalCarryDistributed: carryCell };
const mostTypes = 7;
const chartHeight = 200;
const chosen = ({ filters }: ListState, id: string) => filters[id]?.[0];
const byStatusAndType = (state: ListState) => ({ status: chosen(state, 'status'), type: chosen(state, 'type') });

/** The investments, with how many have each status and what carry each type of them paid. A click on either filters. */
export function InvestmentList() {
  const { data: statuses = [] } = useRead('chartInvestmentStatus', undefined);
  const { data: types = [] } = useRead('chartInvestmentCarryByType', undefined);
  const money = useCurrencyChoice(types);
  const filters = [useEntryFilter('status', 'Status'), useEntryFilter('type', 'Type')];
  const filterBy = useFilterFromChart();
  return (
    <RecordList record={investmentRecord} filters={filters} query={byStatusAndType} cells={cells}>
      <div className={`${record.charts} ${record.aboveList}`}>
        <div className={record.chartCard}>
          <Chart
            title="Investments by status"
            shape="pie"
            kind="count"
            height={chartHeight}
            categories={statuses.map(({ name }) => name)}
            series={[{ name: 'Investments', values: statuses.map(({ investmentCount }) => String(investmentCount)) }]}
            onSelect={(name) => filterBy('status', statuses.find((slice) => slice.name === name)?.id)}
          />
        </div>
        <div className={record.chartCard}>
          {money.chooser}
          <Chart
            title={money.titled('Carry distributed by type')}
            kind="money"
            height={chartHeight}
            top={mostTypes}
            {...ofSlices(money.of(types), 'Carry distributed', 'bar')}
            onSelect={(name) => filterBy('type', types.find((slice) => slice.name === name)?.id)}
          />
        </div>
      </div>
    </RecordList>
  );
}

function useEntryFilter(id: 'status' | 'type', title: string): ListFilter {
  const { data } = useRead('listReferenceEntries', { params: { type: `investment-${id}` } });
  return useMemo(
    () => ({ id, title, options: (data ?? []).map((entry) => ({ value: entry.id, label: entry.description })) }),
    [id, title, data],
  );
}

/** A second click on the same slice takes the filter away again. */
function useFilterFromChart(): (filter: string, entry: string | null | undefined) => void {
  const [, setQuery] = useSearchParams();
  return (filter, entry) => {
    if (!entry) return;
    setQuery((before) => {
      const key = `f.${filter}`;
      const isSet = before.get(key) === entry;
      before.delete('page');
      before.delete(key);
      if (!isSet) before.set(key, entry);
      return before;
    });
  };
}
