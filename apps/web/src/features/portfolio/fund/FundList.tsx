import type { ListTab } from '@carrara/ui/list/defineList.ts';
import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { lists } from 'virtual:contract/tables';
import { readOnce, useRead } from '../../../api/calls.ts';
import { useContinueTo } from '../../../frame/useContinueTo.ts';
import { ChartCard } from '../../../record/chart/ChartCard.tsx';
import { slicesToSeries } from '../../../record/chart/pointsOverTime.ts';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import record from '../../../record/record.module.css';
import { toHref, type RecordValue } from '../../../record/recordDefinition.ts';
import { useEmptyHint } from '../../../record/list/FirstSteps.tsx';
import { firstSteps } from '../../../record/list/firstSteps.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { useAllowed, useAppDispatch } from '../../../session/hooks.ts';
import { coinvestmentRecord } from './coinvestmentRecord.ts';
import { fundRecord } from './fundRecord.ts';

const tabs: readonly ListTab[] = [
  { id: 'all', title: 'All' },
  { id: 'funds', title: 'Funds' },
  { id: 'coinvestments', title: 'Coinvestments' },
];
const both = lists.listFundsAndCoinvestments;
const mostFunds = 7;
const chartHeight = 200;

/** Funds and coinvestments in one list, or only one of the two kinds. */
export function FundList() {
  const [query] = useSearchParams();
  const tab = query.get('tab') ?? 'all';
  if (tab === 'coinvestments')
    return <RecordList record={coinvestmentRecord} tabs={tabs} firstStep={firstSteps.listCoinvestments} />;
  if (tab === 'funds') return <RecordList record={fundRecord} tabs={tabs} firstStep={firstSteps.listFunds} />;
  return <Both />;
}

const profileOf = ({ id, type }: RecordValue) =>
  toHref((type === 'Fund' ? fundRecord : coinvestmentRecord).paths.profile(id));

function Both() {
  const mayAddFund = useAllowed('fund.edit');
  const { isBlocked } = useEmptyHint(firstSteps.listCoinvestments);
  const mayAddCoinvestment = useAllowed('coinvestment.edit') && !isBlocked;
  const add = (
    <>
      {mayAddCoinvestment ? (
        <Button component="a" variant="default" href={toHref(coinvestmentRecord.paths.add)}>
          Add coinvestment
        </Button>
      ) : null}
      {mayAddFund ? (
        <Button component="a" href={toHref(fundRecord.paths.add)}>
          Add fund
        </Button>
      ) : null}
    </>
  );
  return (
    <RecordTable list={both} title="Funds" tabs={tabs} rowHref={profileOf} actions={add}>
      <FundCharts />
    </RecordTable>
  );
}

function FundCharts() {
  const { data: carry } = useRead('chartFundCarry', undefined);
  const { data: participants } = useRead('chartFundParticipants', undefined);
  const money = useCurrencyChoice(carry);
  const open = useOpenHolder();
  if (carry?.length === 0 && participants?.length === 0) return null;
  return (
    <div className={`${record.charts} ${record.aboveList}`}>
      <ChartCard
        title={`Which funds distributed the most carry${money.ending}?`}
        tools={money.chooser}
        isLoading={carry === undefined}
        onSelect={(name) => void open(money.inCurrency(carry).find((slice) => slice.name === name)?.id)}
        kind="money"
        top={mostFunds}
        height={chartHeight}
        {...slicesToSeries(money.inCurrency(carry), 'Carry distributed', 'bar', 'carry')}
      />
      <ChartCard
        title="Which funds have the most participants?"
        isLoading={participants === undefined}
        onSelect={(name) => void open(participants?.find((slice) => slice.name === name)?.id)}
        kind="count"
        shape="bar"
        top={mostFunds}
        height={chartHeight}
        categories={(participants ?? []).map(({ name }) => name)}
        series={[
          {
            name: 'Participants',
            values: (participants ?? []).map(({ participantCount }) => String(participantCount)),
          },
        ]}
      />
    </div>
  );
}

/** Opens the fund or coinvestment of a chart segment, like its row in the list. */
function useOpenHolder(): (id: string | null | undefined) => Promise<void> {
  const dispatch = useAppDispatch();
  const continueTo = useContinueTo();
  return async (id) => {
    if (!id) return;
    const funds = await readOnce(dispatch, 'listFundNavigation', undefined);
    const { paths } = funds.some((fund) => fund.id === id) ? fundRecord : coinvestmentRecord;
    await continueTo(paths.profile(id));
  };
}
