import { Chart } from '@carrara/ui/chart/Chart.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { categoryNotes } from '../../../record/chart/categoryNotes.ts';
import { ChartNotes } from '../../../record/chart/ChartNotes.tsx';
import { dashboardPart, rowsInCurrency, prefixOf } from './dashboardPart.tsx';

const mostSlices = 7;

/** NAV and distributions at the last quarter ends, of the same funds as the key figures. */
export const TrendChart = dashboardPart('getDashboardKeyFigures', ({ data, ...props }) => {
  const figures = data.find(({ currency }) => currency === props.currency)?.figures ?? [];
  const trendOf = (name: string) => figures.find(({ code }) => code === name)?.trend ?? [];
  const dates = trendOf('NAV').map(({ endDate }) => endDate);
  const values = (name: string) => trendOf(name).map(({ value }) => value);
  return (
    <Chart
      title={`How have NAV and distributions developed, in ${props.currency}?`}
      shape="line"
      categories={dates.map((date) => formatDate(date))}
      dates={dates}
      series={[
        { name: 'NAV', meaning: 'nav', values: values('NAV') },
        { name: 'Distributions since inception', meaning: 'distributions', values: values('DISTRIBUTIONS') },
      ]}
      kind="money"
      prefix={prefixOf(props)}
    />
  );
});

/** The value by strategy. Clicking a slice filters the dashboard, and clicking it again removes the filter. */
export const FamilyChart = dashboardPart('getDashboardByFundFamily', ({ data, chooseFamily, ...props }) => {
  const rows = rowsInCurrency(data, props);
  return (
    <Chart
      title={`Which strategies account for the NAV, in ${props.currency}?`}
      shape="pie"
      top={mostSlices}
      categories={rows.map(({ fundFamily }) => fundFamily)}
      series={[{ name: 'NAV', meaning: 'nav', values: rows.map(({ fmv }) => fmv) }]}
      kind="money"
      prefix={prefixOf(props)}
      onSelect={(name) => chooseFamily(rows.find(({ fundFamily }) => fundFamily === name)?.fundFamilyId)}
    />
  );
});

/** Paid-in and unfunded commitments by fund. Clicking a bar filters the dashboard by its fund. */
export const CommitmentChart = dashboardPart('getDashboardCommitmentComparison', ({ data, chooseFund, ...props }) => {
  const rows = rowsInCurrency(data, props);
  return (
    <Chart
      title={`How much of the commitments is paid in, in ${props.currency}?`}
      shape="stackedBar"
      top={mostSlices}
      categories={rows.map(({ fundCode }) => fundCode)}
      series={[
        { name: 'Paid in', meaning: 'contributions', values: rows.map(({ contributions }) => contributions) },
        { name: 'Unfunded', meaning: 'unfunded', values: rows.map(({ unfunded }) => unfunded) },
      ]}
      kind="money"
      prefix={prefixOf(props)}
      onSelect={(code) => chooseFund(rows.find(({ fundCode }) => fundCode === code)?.fundId)}
    />
  );
});

const pacingColumns = [
  { field: 'commitments', title: 'Commitments' },
  { field: 'contributions', title: 'Contributions' },
  { field: 'distributions', title: 'Distributions' },
] as const;

/** The pace of new commitments, calls and distributions. */
export const DistributionChart = dashboardPart('getDashboardDistributionValues', ({ data, ...props }) => {
  const rows = rowsInCurrency(data, props).map((row) => ({
    ...row,
    label: row.quarter === null ? String(row.year) : `Q${row.quarter} ${row.year}`,
  }));
  return (
    <div>
      <Chart
        title={`How fast was capital committed, called and distributed, in ${props.currency}?`}
        shape="column"
        categories={rows.map(({ label }) => label)}
        series={[
          { name: 'Commitments', meaning: 'commitment', values: rows.map(({ commitments }) => commitments) },
          { name: 'Contributions', meaning: 'contributions', values: rows.map(({ contributions }) => contributions) },
          { name: 'Distributions', meaning: 'distributions', values: rows.map(({ distributions }) => distributions) },
        ]}
        kind="money"
        prefix={prefixOf(props)}
      />
      <ChartNotes notes={categoryNotes(rows, pacingColumns)} />
    </div>
  );
});
