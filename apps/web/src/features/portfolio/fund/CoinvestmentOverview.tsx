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
import { RecordOverview } from '../../../record/profile/RecordOverview.tsx';
import { coinvestmentRecord } from './coinvestmentRecord.ts';
import { CoinvestmentInvestments } from './FundInvestments.tsx';

const yearHeight = 255;

/** Displays the effective vintage year instead of the entered one. */
const { vintageYear: _entered, ...displayedFields } = coinvestmentRecord.fields;

/** The overview of a coinvestment: distributions by year, investments, current allocation and fields. */
export function CoinvestmentOverview({ id }: ViewProps) {
  const { data } = useRead('chartCoinvestmentDistributionsByYear', { params: { id } });
  const money = useCurrencyChoice(data);
  return (
    <OverviewColumns
      main={
        <>
          <ChartSwitch
            label="Carry by"
            currencies={money.chooser}
            charts={[
              {
                id: 'year',
                label: 'Year',
                title: `How much carry was distributed each year${money.ending}?`,
                height: yearHeight,
                ...slicesToSeries(money.inCurrency(data), 'Carry distributed', 'column', 'carry'),
                isLoading: data === undefined,
              },
            ]}
          />
          <CoinvestmentInvestments id={id} />
          <RecentDistributions
            id={id}
            list={lists.listCoinvestmentDistributions}
            allHref={toHref(coinvestmentRecord.paths.profile(id, 'distribution'))}
          />
          <AllocationInForce id={id} />
        </>
      }
      aside={<RecordOverview record={{ ...coinvestmentRecord, fields: displayedFields }} id={id} />}
    />
  );
}
