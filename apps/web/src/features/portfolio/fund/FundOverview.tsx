import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { AllocationInForce } from '../../../record/profile/AllocationInForce.tsx';
import { ChartSwitch } from '../../../record/chart/Charts.tsx';
import { OverviewColumns } from '../../../record/profile/OverviewColumns.tsx';
import { slicesToSeries } from '../../../record/chart/pointsOverTime.ts';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import { RecentDistributions } from '../../../record/profile/RecentDistributions.tsx';
import { toHref } from '../../../record/recordDefinition.ts';
import record from '../../../record/record.module.css';
import { RecordOverview } from '../../../record/profile/RecordOverview.tsx';
import { fundRecord } from './fundRecord.ts';

const mostSectors = 7;
const chartHeight = 240;

/** Displays the effective vintage year instead of the entered one. */
const { vintageYear: _entered, ...displayedFields } = fundRecord.fields;

/** The overview of a fund: distributions and investments, latest distributions, current allocation and fields. */
export function FundOverview({ id }: ViewProps) {
  return (
    <OverviewColumns
      main={
        <>
          <SectorCharts id={id} />
          <RecentDistributions
            id={id}
            list={lists.listFundDistributions}
            allHref={toHref(fundRecord.paths.profile(id, 'distribution'))}
          />
          <AllocationInForce id={id} />
        </>
      }
      aside={<RecordOverview record={{ ...fundRecord, fields: displayedFields }} id={id} />}
    />
  );
}

function SectorCharts({ id }: ViewProps) {
  const carry = useRead('chartFundDistributionsBySector', { params: { id } });
  const invested = useRead('chartFundInvestmentsBySector', { params: { id } });
  const money = useCurrencyChoice(carry.data, invested.data);
  return (
    <div className={record.charts}>
      <ChartSwitch
        label="Carry by"
        currencies={money.chooser}
        charts={[
          {
            id: 'carry',
            label: 'Carry',
            title: `Which sectors account for the carry distributed${money.ending}?`,
            top: mostSectors,
            height: chartHeight,
            ...slicesToSeries(money.inCurrency(carry.data), 'Carry distributed', 'pie'),
            isLoading: carry.data === undefined,
          },
        ]}
      />
      <ChartSwitch
        label="Invested by"
        charts={[
          {
            id: 'invested',
            label: 'Invested',
            title: `Which sectors account for the amount invested${money.ending}?`,
            top: mostSectors,
            height: chartHeight,
            ...slicesToSeries(money.inCurrency(invested.data), 'Invested', 'bar', 'invested'),
            isLoading: invested.data === undefined,
          },
        ]}
      />
    </div>
  );
}
