import { Chart } from '@carrara/ui/chart/Chart.tsx';
import { categoryNotes } from '../../../record/chart/categoryNotes.ts';
import { ChartNotes } from '../../../record/chart/ChartNotes.tsx';
import { useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import { dashboardPart } from './dashboardPart.tsx';

const mostSlices = 7;

/** The value by strategy. Clicking a slice filters the dashboard, and clicking it again removes the filter. */
export const FamilyChart = dashboardPart('getDashboardByFundFamily', function Families({ data, chooseFamily }) {
  const money = useCurrencyChoice(data);
  const rows = money.inCurrency(data);
  return (
    <Chart
      title={money.titled('NAV by strategy')}
      tools={money.chooser}
      shape="pie"
      top={mostSlices}
      categories={rows.map(({ fundFamily }) => fundFamily)}
      series={[{ name: 'NAV', meaning: 'nav', values: rows.map(({ fmv }) => fmv) }]}
      kind="money"
      prefix={money.prefix}
      onSelect={(name) => chooseFamily(rows.find(({ fundFamily }) => fundFamily === name)?.fundFamilyId)}
    />
  );
});

/** Paid-in and unfunded commitments by fund. Clicking a bar filters the dashboard by its fund. */
export const CommitmentChart = dashboardPart(
  'getDashboardCommitmentComparison',
  function Commitments({ data, chooseFund }) {
    const money = useCurrencyChoice(data);
    const rows = money.inCurrency(data);
    return (
      <Chart
        title={money.titled('Paid-in and unfunded commitment by fund')}
        tools={money.chooser}
        shape="stackedBar"
        top={mostSlices}
        categories={rows.map(({ fundCode }) => fundCode)}
        series={[
          { name: 'Paid in', meaning: 'contributions', values: rows.map(({ contributions }) => contributions) },
          { name: 'Unfunded', meaning: 'unfunded', values: rows.map(({ unfunded }) => unfunded) },
        ]}
        kind="money"
        prefix={money.prefix}
        onSelect={(code) => chooseFund(rows.find(({ fundCode }) => fundCode === code)?.fundId)}
      />
    );
  },
);

const pacingColumns = [
  { field: 'commitments', title: 'Commitments' },
  { field: 'contributions', title: 'Contributions' },
  { field: 'distributions', title: 'Distributions' },
] as const;

/** The pace of new commitments, calls and distributions. */
export const DistributionChart = dashboardPart('getDashboardDistributionValues', function Distributions({ data }) {
  const money = useCurrencyChoice(data);
  const rows = money
    .inCurrency(data)
    .map((row) => ({ ...row, label: row.quarter === null ? String(row.year) : `Q${row.quarter} ${row.year}` }));
  return (
    <div>
      <Chart
        title={money.titled('Commitments, contributions and distributions')}
        tools={money.chooser}
        shape="column"
        categories={rows.map(({ label }) => label)}
        series={[
          { name: 'Commitments', meaning: 'commitment', values: rows.map(({ commitments }) => commitments) },
          { name: 'Contributions', meaning: 'contributions', values: rows.map(({ contributions }) => contributions) },
          { name: 'Distributions', meaning: 'distributions', values: rows.map(({ distributions }) => distributions) },
        ]}
        kind="money"
        prefix={money.prefix}
      />
      <ChartNotes notes={categoryNotes(rows, pacingColumns)} />
    </div>
  );
});
