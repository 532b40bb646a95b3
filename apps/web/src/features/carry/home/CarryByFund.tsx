import type { Home } from '@carrara/contract/carry/home';
import { Chart } from '@carrara/ui/chart/Chart.tsx';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import { paidReport } from './addresses.ts';

type Paid = Home['carry'][number];
/** A fund with its payments in one year or in all of them. */
interface FundRow {
  readonly key: string;
  readonly fund: Pick<Paid, 'holderId' | 'holderType'>;
  readonly name: string;
  readonly paid: readonly Paid[];
}

const chartHeight = 240;
const title = 'Carry by fund and year';

/** Carry paid by fund and year, in one currency at a time. Each figure links to the report that it summarizes. */
export function CarryByFund({ carry }: { readonly carry: Home['carry'] }) {
  const money = useCurrencyChoice(carry);
  const visible = money.inCurrency(carry);
  const rows = rowsOf(visible);
  const years = [...new Set(visible.flatMap(({ year }) => year ?? []))].toSorted((first, other) => first - other);
  const funds = rows.filter(({ fund }) => fund.holderId !== null);
  const amountIn = ({ paid }: FundRow, year: number | null) => paid.find((item) => item.year === year)?.amount ?? null;
  const cell = (year: number | null) => (row: FundRow) => {
    const amount = amountIn(row, year);
    if (amount === null) return null;
    return (
      <a href={paidReport(row.fund, year)}>
        <Value kind="money" value={amount} />
      </a>
    );
  };
  if (rows.length === 0) {
    return (
      <Panel title={title}>
        <EmptyState text="Nothing has been disbursed yet." />
      </Panel>
    );
  }
  return (
    <>
      <Chart
        key={money.titled('')}
        title={money.titled('Carry by year')}
        tools={money.chooser}
        shape="stackedColumn"
        categories={years.map(String)}
        series={funds.map((row) => ({ name: row.name, values: years.map((year) => amountIn(row, year)) }))}
        kind="money"
        height={chartHeight}
        onSelect={(year, name) => {
          const row = funds.find((fund) => fund.name === name);
          if (row) window.location.assign(paidReport(row.fund, Number(year)));
        }}
      />
      <TablePanel
        title={money.titled(title)}
        columns={[
          { field: 'name', kind: 'text', title: 'Fund' },
          { field: 'total', kind: 'money', title: 'All years', isKey: true },
          ...years.toReversed().map((year) => ({
            field: String(year),
            kind: 'money' as const,
            title: String(year),
          })),
        ]}
        cells={{
          total: cell(null),
          ...Object.fromEntries(years.map((year) => [String(year), cell(year)])),
        }}
        rows={rows}
        rowKey={({ key }) => key}
      />
    </>
  );
}

function rowsOf(carry: readonly Paid[]): readonly FundRow[] {
  const first = carry.filter(
    ({ holderId }, at) => carry.findIndex((candidate) => candidate.holderId === holderId) === at,
  );
  return first.map((fund) => ({
    key: fund.holderId ?? '',
    fund,
    name: fund.name,
    paid: carry.filter(({ holderId }) => holderId === fund.holderId),
  }));
}
