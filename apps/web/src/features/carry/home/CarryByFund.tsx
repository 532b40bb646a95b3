import type { Home } from '@carrara/contract/carry/home/home';
import { Chart } from '@carrara/ui/chart/Chart.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import type { ReactNode } from 'react';
import type { CurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import { paidReport } from './addresses.ts';

type Paid = Home['carry'][number];
/** A fund with its payments in one year or in all of them. */
interface FundRow {
  readonly key: string;
  readonly fund: Pick<Paid, 'holderId' | 'holderType'>;
  readonly name: string;
  /** The code, which is short enough for a legend; the name of a fund without a code. */
  readonly label: string;
  readonly paid: readonly Paid[];
}

const chartHeight = 240;
const title = 'Carry by fund and year';

interface CarryProps {
  readonly carry: Home['carry'];
  readonly money: CurrencyChoice;
}

const yearsIn = (paid: readonly Paid[]) =>
  [...new Set(paid.flatMap(({ year }) => year ?? []))].toSorted((first, other) => first - other);
const amountIn = ({ paid }: FundRow, year: number | null) => paid.find((item) => item.year === year)?.amount ?? null;

/** The carry that each fund paid, by year. A column links to the report that it summarizes. */
export function CarryChart({ carry, money }: CarryProps) {
  const visible = money.inCurrency(carry);
  const years = yearsIn(visible);
  const funds = rowsOf(visible).filter(({ fund }) => fund.holderId !== null);
  return (
    <Chart
      key={money.titled('')}
      title={`How much carry did each fund pay each year${money.ending}?`}
      shape="stackedColumn"
      categories={years.map(String)}
      series={funds.map((row) => ({ name: row.label, values: years.map((year) => amountIn(row, year)) }))}
      kind="money"
      height={chartHeight}
      emptyText="Nothing has been disbursed yet."
      onSelect={(year, label) => {
        const row = funds.find((fund) => fund.label === label);
        if (row) window.location.assign(paidReport(row.fund, Number(year)));
      }}
    />
  );
}

/** The same as a table with totals. Each figure links to the report that it summarizes. */
export function CarryByFund({ carry, money }: CarryProps) {
  const visible = money.inCurrency(carry);
  const years = yearsIn(visible);
  const cell = (year: number | null) => (row: FundRow) => {
    const amount = amountIn(row, year);
    if (amount === null) return null;
    return <a href={paidReport(row.fund, year)}>{emphasized(row, <Value kind="money" value={amount} />)}</a>;
  };
  return (
    <TablePanel
      title={money.titled(title)}
      label={title}
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
        name: (row) => emphasized(row, row.name),
        total: cell(null),
        ...Object.fromEntries(years.map((year) => [String(year), cell(year)])),
      }}
      rows={rowsOf(visible)}
      rowKey={({ key }) => key}
      empty="Nothing has been disbursed yet."
    />
  );
}

/** The row of all funds is bold, like other totals. */
const emphasized = ({ fund }: FundRow, content: ReactNode) =>
  fund.holderId === null ? <strong>{content}</strong> : content;

function rowsOf(carry: readonly Paid[]): readonly FundRow[] {
  const first = carry.filter(
    ({ holderId }, at) => carry.findIndex((candidate) => candidate.holderId === holderId) === at,
  );
  return first.map((fund) => ({
    key: fund.holderId ?? '',
    fund,
    name: fund.name,
    label: fund.code ?? fund.name,
    paid: carry.filter(({ holderId }) => holderId === fund.holderId),
  }));
}
