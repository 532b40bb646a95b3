import type { Column } from '@carrara/contract/core/fields';
import { displayedFigure, sumReportedThrough } from '@carrara/contract/core/displayedFigure';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { StatusBadge } from '@carrara/ui/value/StatusBadge.tsx';
import { Value } from '@carrara/ui/value/Value.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { Answer } from '../../../api/operations.ts';
import { CoverageNote } from '../../../period/CoverageNote.tsx';
import { dashboardPart, groupedByCurrency, rowsInCurrency } from './dashboardPart.tsx';

const fund: Column = { field: 'fundName', kind: 'text', title: 'Fund' };
const currency: Column = { field: 'currency', kind: 'code', title: 'Currency' };
const hrefOf = ({ fundId }: { readonly fundId: string }) => `#/performance/fund/${fundId}/overview`;

/** Says that a part of a sum comes from an earlier report. */
const ReportedNote = ({ through }: { readonly through: string | null }) =>
  through === null ? null : <div>{sumReportedThrough(through)}</div>;

const periodNames: Readonly<Record<string, string>> = {
  QTD: 'quarter to date',
  YTD: 'year to date',
};
const periodName = (code: string | undefined): string => periodNames[code ?? ''] ?? 'since inception';

/** Cash of the period and returns, in the currency of the dashboard. */
export const TopStats = dashboardPart('getDashboardTopStats', ({ data, request, ...props }) => {
  const inOwn = rowsInCurrency(data, props);
  // Without any fund, only the figures across currencies exist.
  const stats = inOwn.length > 0 ? inOwn : data.filter(({ currency: code }) => code === null);
  // The number of funds is part of the title, because a row has at most six key figures.
  const funds = stats.find(({ kind }) => kind === 'count');
  const ofFunds = funds ? ` of ${String(funds.value)} ${funds.value === '1' ? 'fund' : 'funds'}` : '';
  return (
    <Panel title={`Cash and returns${ofFunds}, ${periodName(request.query?.periodId)}, ${props.currency}`}>
      <FigureStrip
        figures={stats
          .filter((stat) => stat !== funds)
          .map(({ code: stat, name, kind, value, coverage, notDetermined, ...row }) => ({
            label: name,
            kind,
            value: kind === 'count' ? Number(value) : value,
            reason: notDetermined[0]?.message,
            note: (
              <>
                <ReportedNote through={row.reportedThrough} />
                <CoverageNote coverage={coverage} isMean={stat === 'AVERAGE_IRR'} endDate={request.query?.endDate} />
              </>
            ),
          }))}
      />
    </Panel>
  );
});

export const FundTablePanel = dashboardPart('getDashboardFundTable', ({ data, request, ...props }) => {
  const period = request.query?.periodId ?? 'ITD';
  return (
    <TablePanel
      title="Funds"
      columns={[
        fund,
        { field: 'fundFamily', kind: 'text', title: 'Strategy' },
        { field: 'vintageYear', kind: 'year', title: 'Vintage' },
        currency,
        { field: 'commitment', kind: 'money', title: 'Commitment' },
        { field: 'contributions', kind: 'money', title: `Contributions ${period}` },
        { field: 'distributions', kind: 'money', title: `Distributions ${period}` },
        { field: 'endUnfundedCommitment', kind: 'money', title: 'Unfunded' },
        { field: 'fmv', kind: 'money', title: 'NAV' },
        { field: 'irr', kind: 'return', title: 'Net IRR' },
        { field: 'moic', kind: 'multiple', title: 'TVPI' },
      ]}
      rows={groupedByCurrency(data, props)}
      rowKey={({ fundId }) => fundId}
      rowHref={hrefOf}
    />
  );
});

type FeeRow = Answer<'getDashboardFeeValues'>[number];
/** A figure that a projection is computed from. Without it, neither is determined, for the same reason. */
const partOfProjection = (
  row: FeeRow,
  part: { readonly field: 'rate' | 'base'; readonly kind: 'percent' | 'money' },
) => <Value {...displayedFigure(row.projection === null ? { field: 'projection', kind: 'money' } : part, row)} />;

const standings = {
  above: { label: 'Above projection', tone: 'bad' },
  below: { label: 'Below projection', tone: 'ok' },
  equal: { label: 'As projected', tone: 'neutral' },
} as const;

/** Management fees compared with the projection from the terms. Higher fees are red, lower ones green, and the text says so too. */
export const FeePanel = dashboardPart('getDashboardFeeValues', ({ data, request, ...props }) => (
  <TablePanel
    title={`Management fees vs. projection, ${request.query?.periodId ?? 'ITD'}`}
    label="Management fees vs. projection"
    note="Projection = days x average rate / 365 x average base. The base is the fee-paying commitments or the cost of holdings, by the fund’s terms."
    columns={[
      fund,
      currency,
      { field: 'startDate', kind: 'date', title: 'From' },
      { field: 'endDate', kind: 'date', title: 'To' },
      { field: 'days', kind: 'count', title: 'Days' },
      { field: 'rate', kind: 'percent', title: 'Average rate % per year' },
      { field: 'base', kind: 'money', title: 'Average base' },
      { field: 'fee', kind: 'money', title: 'Fee' },
      { field: 'projection', kind: 'money', title: 'Projection' },
      { field: 'difference', kind: 'money', title: 'Difference' },
      { field: 'standing', kind: 'text', title: 'vs. plan' },
    ]}
    cells={{
      rate: (row: FeeRow) => partOfProjection(row, { field: 'rate', kind: 'percent' }),
      base: (row: FeeRow) => partOfProjection(row, { field: 'base', kind: 'money' }),
      // Fees below projection are good, so their negative sign must not be red.
      difference: (row: (typeof data)[number]) => {
        const { kind, value, reason } = displayedFigure({ field: 'difference', kind: 'money' }, row);
        return reason === undefined ? valueText(kind, value) : <Value kind={kind} value={value} reason={reason} />;
      },
      standing: ({ standing }: (typeof data)[number]) =>
        standing === null ? (
          <Value kind="text" value={null} />
        ) : (
          <StatusBadge code={standing} label={standings[standing].label} tone={standings[standing].tone} />
        ),
    }}
    rows={groupedByCurrency(data, props)}
    rowKey={({ fundId }) => fundId}
    rowHref={({ fundId, endDate }) => `#/performance/analysis/fee?fund=${fundId}&endDate=${endDate}`}
  />
));

export const FundStatsPanel = dashboardPart('getDashboardFundStats', ({ data }) => (
  <TablePanel
    title="Returns and multiples since inception"
    label="Returns and multiples"
    columns={[
      fund,
      { field: 'irr', kind: 'return', title: 'Net IRR' },
      { field: 'grossIrr', kind: 'return', title: 'Gross IRR' },
      { field: 'dpi', kind: 'multiple', title: 'DPI' },
      { field: 'rvpi', kind: 'multiple', title: 'RVPI' },
      { field: 'tvpi', kind: 'multiple', title: 'TVPI' },
      { field: 'grossMoic', kind: 'multiple', title: 'Gross MOIC' },
    ]}
    rows={data}
    rowKey={({ fundId }) => fundId}
    rowHref={hrefOf}
  />
));
