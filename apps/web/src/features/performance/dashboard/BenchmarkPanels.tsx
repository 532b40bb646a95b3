import type { Column } from '@carrara/contract/core/fields';
import { Chart } from '@carrara/ui/chart/Chart.tsx';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button } from '@mantine/core';
import { dashboardPart } from './dashboardPart.tsx';
import styles from './dashboard.module.css';

const benchmarkOf = ({ fundId }: { readonly fundId: string }) => `#/performance/analysis/benchmark?fund=${fundId}`;

const panelOf = (
  call: 'getDashboardBenchmarksIrr' | 'getDashboardBenchmarksMoic',
  title: string,
  kind: 'return' | 'multiple',
) =>
  dashboardPart(call, ({ data }) => {
    const figure = (field: string, name: string): Column => ({ field, kind, title: name });
    const rows = data.map((row) => ({
      ...row,
      rateAnnualized: row.annualized,
      standing: row.quartile && `${row.quartile}`,
    }));
    const compared = rows.filter(({ benchmark, median }) => benchmark !== null && median !== null);
    const own = kind === 'return' ? 'Net IRR' : 'TVPI';
    return (
      <>
        {compared.length > 0 ? (
          <Chart
            title={`Which quartile is each fund’s ${own} in?`}
            shape="quartiles"
            kind={kind}
            categories={compared.map(({ fundCode }) => fundCode)}
            series={[
              { name: own, meaning: 'nav', values: compared.map(({ rate }) => rate) },
              { name: 'Lower quartile', values: compared.map(({ lower }) => lower) },
              { name: 'Median', values: compared.map(({ median }) => median) },
              { name: 'Upper quartile', values: compared.map(({ upper }) => upper) },
            ]}
            onSelect={(code) => {
              const fund = compared.find(({ fundCode }) => fundCode === code);
              if (fund) window.location.assign(benchmarkOf(fund));
            }}
          />
        ) : null}
        <Panel title={title} flush>
          {rows.some(({ benchmark }) => benchmark !== null) ? (
            <DataTable
              label={title}
              columns={[
                { field: 'fundName', kind: 'text', title: 'Fund' },
                figure('rate', own),
                { field: 'standing', kind: 'text', title: 'Quartile' },
                figure('upper', 'Upper'),
                figure('median', 'Median'),
                figure('lower', 'Lower'),
                { field: 'benchmark', kind: 'text', title: 'Benchmark' },
                { field: 'asOf', kind: 'date', title: 'As of' },
              ]}
              rows={rows}
              rowKey={({ fundId }) => fundId}
              rowHref={benchmarkOf}
            />
          ) : (
            <EmptyState
              text="No benchmark matches these funds."
              hint="Benchmarks are entered by vintage year and strategy."
              action={
                <Button component="a" href="#/performance/benchmark" variant="default">
                  Benchmarks
                </Button>
              }
            />
          )}
        </Panel>
      </>
    );
  });
const Irr = panelOf('getDashboardBenchmarksIrr', 'Net IRR vs. benchmark', 'return');
const Moic = panelOf('getDashboardBenchmarksMoic', 'TVPI vs. benchmark', 'multiple');

/** The rank of the funds among those of their vintage year and strategy. */
export function BenchmarkPanels(props: Parameters<typeof Irr>[0]) {
  return (
    <div className={styles.wide}>
      <Irr {...props} />
      <Moic {...props} />
    </div>
  );
}
