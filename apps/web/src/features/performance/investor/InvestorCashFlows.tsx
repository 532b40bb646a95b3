import type { InvestorCashFlows as CashFlows } from '@carrara/contract/performance/investor/investorPerformance';
import { eventCategories } from '@carrara/contract/performance/analysis/eventCategories';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import { ChartCard } from '../../../record/chart/ChartCard.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import styles from '../../../statement/statement.module.css';
import { cashFlowName } from './cashFlowName.ts';
import { type DatedViewProps, onReportingDate } from './OnReportingDate.tsx';

type CashFlow = CashFlows['overviews'][number];

const [all] = eventCategories;
const chartHeight = 220;

/** The contributions and distributions of an investor by notice, with the breakdown of a chosen notice. */
export const InvestorCashFlows = onReportingDate(function InvestorCashFlows({ id, endDate }: DatedViewProps) {
  const [category, setCategory] = useState<string>(all);
  const [chosen, setChosen] = useState<string>();
  const { data, error, refetch } = useRead('listInvestorCashFlows', {
    params: { investorId: id, date: endDate },
    query: category === all ? {} : { category },
  });
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data) return <LoadingState lines={12} />;
  const selected = data.overviews.find((overview) => overview.id === chosen) ?? data.selectedCashFlow;
  return (
    <Stack>
      <div className={styles.choice}>
        <Select
          label="Category"
          size="xs"
          allowDeselect={false}
          data={[...eventCategories]}
          value={category}
          onChange={(next) => next && setCategory(next)}
        />
      </div>
      {data.overviews.length === 0 ? (
        <EmptyState text="There are no records to display" />
      ) : (
        <>
          <Years flows={data} />
          <Notices overviews={data.overviews} onOpen={setChosen} />
          {selected ? <Parts flow={selected} /> : null}
        </>
      )}
    </Stack>
  );
});

function Years({ flows: { callChartData, distributionChartData } }: { readonly flows: CashFlows }) {
  const money = useCurrencyChoice(callChartData);
  const [calls, distributions] = [money.inCurrency(callChartData), money.inCurrency(distributionChartData)];
  return (
    <ChartCard
      title={`How much was called and distributed each year${money.ending}?`}
      tools={money.chooser}
      kind="money"
      prefix={money.prefix}
      shape="column"
      height={chartHeight}
      categories={calls.map(({ key }) => key)}
      series={[
        { name: 'Calls', meaning: 'contributions', values: calls.map(({ value }) => value) },
        { name: 'Distributions', meaning: 'distributions', values: distributions.map(({ value }) => value) },
      ]}
    />
  );
}

interface NoticesProps {
  readonly overviews: readonly CashFlow[];
  readonly onOpen: (id: string) => void;
}

function Notices({ overviews, onOpen }: NoticesProps) {
  return (
    <TablePanel
      title="Cash Flows"
      columns={[
        { field: 'issueDate', kind: 'date', title: 'Issued' },
        { field: 'kindName', kind: 'text', title: 'Notice' },
        { field: 'fund', kind: 'reference', title: 'Fund' },
        { field: 'currency', kind: 'code', title: 'Currency' },
        { field: 'dueDate', kind: 'date', title: 'Due' },
        { field: 'paid', kind: 'money', title: 'Contributions' },
        { field: 'received', kind: 'money', title: 'Distributions' },
        { field: 'unfunded', kind: 'money', title: 'Change of unfunded' },
      ]}
      rows={overviews.map(({ overview, contributions, distributions, ...flow }) => ({
        ...flow,
        ...overview,
        kindName: cashFlowName({ overview, contributions, distributions }),
        paid: contributions.total,
        received: distributions.total,
      }))}
      rowKey={(row) => row.id}
      onOpen={(row) => onOpen(row.id)}
    />
  );
}

function Parts({ flow }: { readonly flow: CashFlow }) {
  const { fund, currency, overview, contributions, distributions, interest } = flow;
  return (
    <TablePanel
      title={`${cashFlowName(flow)} of ${fund.name}, ${formatDate(overview.issueDate)}, in ${currency}`}
      label="Parts of the cash flow"
      columns={[
        { field: 'name', kind: 'text', title: 'What for' },
        { field: 'category', kind: 'text', title: 'Category' },
        { field: 'amount', kind: 'money', title: 'Amount' },
        { field: 'cash', kind: 'money', title: 'Cash of the investor' },
      ]}
      rows={[...contributions.properties, ...distributions.properties, ...interest.properties]}
      rowKey={({ code }) => code}
    />
  );
}
