import { figureCovers, notInTotalText } from '@carrara/contract/core/coverage';
import type { InvestorFund, InvestorSummary } from '@carrara/contract/performance/investor/investorPerformance';
import { displayedFigure, reportedThroughMark } from '@carrara/contract/core/displayedFigure';
import { carryOfGp, contributionsLessExcess } from '@carrara/contract/performance/fundProfile/figureNotes';
import { Chart } from '@carrara/ui/chart/Chart.tsx';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { type KeyFigure, KeyFigures } from '@carrara/ui/profile/KeyFigures.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { Text } from '@mantine/core';
import { Fragment } from 'react';
import { records } from 'virtual:contract/tables';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { OverviewColumns } from '../../../record/profile/OverviewColumns.tsx';
import { ChartNotes } from '../../../record/chart/ChartNotes.tsx';
import record from '../../../record/record.module.css';
import { plainRecord } from '../../../record/plainRecord.ts';
import { RecordOverview } from '../../../record/profile/RecordOverview.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { type CurrencyChoice, useCurrencyChoice } from '../../../record/chart/useCurrencyChoice.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { type FigureWhy, useFigureWhy, explanationCells, WhyTable } from '../../../period/figureWhy.tsx';
import { quarterHistory } from '../../../period/quarterHistory.ts';
import { type DatedViewProps, onReportingDate } from './OnReportingDate.tsx';
import { useInvestorDate } from './useInvestorDate.ts';

const investorRecord = plainRecord('investor', records.investor);
const chartHeight = 240;

/** An investor's commitments, contributions, distributions and value, its funds, and its fields. */
export function InvestorOverview({ id }: ViewProps) {
  const maySee = useAllowed('fundLedger.view');
  const fields = <RecordOverview record={investorRecord} id={id} />;
  if (!maySee) return fields;
  return (
    <Stack>
      <OverviewColumns main={<Figures id={id} />} aside={fields} />
      <Funds id={id} />
    </Stack>
  );
}

const Figures = onReportingDate(function Figures({ id, endDate }: DatedViewProps) {
  const { data, error, refetch } = useRead('getInvestorProfile', { params: { id }, query: { endDate } });
  const { data: quarters } = useRead('chartInvestor', { params: { id } });
  const money = useCurrencyChoice(data?.byCurrency, quarters);
  const why = useFigureWhy();
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data) return <LoadingState lines={8} />;
  return (
    <>
      {money.chooser}
      {money.inCurrency(data.byCurrency).map((figures) => {
        const { currency, periodEnd, contradiction, coverage } = figures;
        return (
          <Fragment key={currency}>
            <KeyFigures
              title={`Key figures at ${formatDate(periodEnd)}, ${currency}`}
              figures={keyFiguresOf(why, id, figures)}
            />
            {[contradiction, coverage].map((text) =>
              text ? (
                <Text key={text} size="xs" c="dimmed">
                  {text}
                </Text>
              ) : null,
            )}
          </Fragment>
        );
      })}
      <Quarters quarters={quarters} endDate={endDate} money={money} />
    </>
  );
});

const figureColumns = [
  ['nav', 'money', 'NAV'],
  ['commitment', 'money', 'Total commitment'],
  ['contributions', 'money', 'Invested capital'],
  ['distributions', 'money', 'Distributions'],
  ['irr', 'return', 'Personal IRR'],
  ['tvpi', 'multiple', 'TVPI'],
] as const;

/** The key figures in one currency. The unfunded part is below the commitment that it belongs to. */
function keyFiguresOf(
  why: FigureWhy,
  id: string,
  figures: Answer<'getInvestorProfile'>['byCurrency'][number],
): KeyFigure[] {
  const { currency, periodEnd, history } = figures;
  const about = { subject: id, date: periodEnd, currency };
  const unfunded = displayedFigure({ field: 'unfunded', kind: 'money' }, figures);
  const noteOf = (field: string) => figureCovers(field, figures) ?? reportedThroughMark(field, figures);
  return figureColumns.map(([field, kind, label]) => {
    const figure = displayedFigure({ field, kind }, figures);
    const own = history.find((candidate) => candidate.field === field);
    return {
      label,
      ...figure,
      ...(own ? quarterHistory({ kind, ...own }) : {}),
      note:
        field === 'commitment' ? (
          <>
            {noteOf(field)}
            <div>
              Unfunded <Value {...unfunded} /> {why.render(about, 'unfunded', unfunded)}
            </div>
            {noteOf('unfunded')}
          </>
        ) : (
          noteOf(field)
        ),
      why: why.render(about, field, figure),
    };
  });
}

interface QuartersProps extends Pick<DatedViewProps, 'endDate'> {
  /** Undefined while they load. */
  readonly quarters: Answer<'chartInvestor'> | undefined;
  readonly money: CurrencyChoice;
}

/** Contributions, distributions and value at each quarter end up to the chosen one. */
function Quarters({ quarters: all, endDate, money }: QuartersProps) {
  const quarters = money.inCurrency(all).filter(({ quarter }) => quarter <= endDate);
  return (
    <div className={record.chartCard}>
      <Chart
        title={`How have contributions, distributions and NAV developed${money.ending}?`}
        isLoading={all === undefined}
        kind="money"
        prefix={money.prefix}
        shape="line"
        height={chartHeight}
        categories={quarters.map(({ quarter }) => formatDate(quarter))}
        dates={quarters.map(({ quarter }) => quarter)}
        series={[
          {
            name: 'Contributions',
            meaning: 'contributions',
            values: quarters.map(({ contributions }) => contributions),
          },
          {
            name: 'Distributions',
            meaning: 'distributions',
            values: quarters.map(({ distributions }) => distributions),
          },
          { name: 'NAV', meaning: 'nav', values: quarters.map(({ nav }) => nav) },
        ]}
      />
      <ChartNotes
        notes={quarters.flatMap(({ quarter, coverage }) =>
          coverage === null ? [] : [`${formatDate(quarter)}: ${coverage}`],
        )}
      />
    </div>
  );
}

const columns = [
  { field: 'fundName', kind: 'text', title: 'Fund' },
  { field: 'currency', kind: 'code', title: 'Currency' },
  { field: 'vintageYear', kind: 'year', title: 'Vintage year' },
  { field: 'commitment', kind: 'money', title: 'Commitment' },
  { field: 'contributions', kind: 'money', title: 'Contributions' },
  { field: 'distributions', kind: 'money', title: 'Distributions' },
  { field: 'unfunded', kind: 'money', title: 'Unfunded' },
  { field: 'nav', kind: 'money', title: 'NAV' },
  { field: 'irr', kind: 'return', title: 'Net IRR' },
  { field: 'tvpi', kind: 'multiple', title: 'TVPI' },
] as const;

/** The table is as wide as the page, so that all columns are visible. If there are no figures, the notice above says so. */
function Funds({ id }: ViewProps) {
  const { endDate } = useInvestorDate(id);
  return endDate === undefined ? null : <FundsOn key={`${id} ${endDate}`} id={id} endDate={endDate} />;
}

const figuresOfFund = columns.filter(({ kind }) => kind === 'money' || kind === 'return' || kind === 'multiple');

/** The name of a fund, marked if the total leaves it out. */
const fundName = ({ fundName: name, excluded }: InvestorFund) => (
  <>
    {name} {excluded ? <small>{notInTotalText(excluded)}</small> : null}
  </>
);

const summed = ['commitment', 'contributions', 'distributions', 'unfunded', 'nav'] as const;

const totalsOf = (byCurrency: InvestorSummary['byCurrency']) =>
  byCurrency.flatMap(({ currency, fundsCovered, ...figures }) =>
    summed.map((field) => ({
      field,
      total: figures[field],
      currency,
      coverage: fundsCovered.find((covered) => covered.field === field),
    })),
  );

function FundsOn({ id, endDate }: DatedViewProps) {
  const { data } = useRead('listInvestorFundsByPeriod', { params: { id, date: endDate } });
  const { data: sums } = useRead('getInvestorProfile', { params: { id }, query: { endDate } });
  const why = useFigureWhy();
  if (!data) return <LoadingState />;
  const cells = explanationCells(why, figuresOfFund, ({ fundId }: (typeof data)[number]) => ({
    subject: fundId,
    investorId: id,
    date: endDate,
  }));
  return (
    <Panel title="Funds" flush>
      <WhyTable>
        <DataTable
          label="Funds"
          columns={columns}
          rows={data}
          totals={sums && data.length > 0 ? totalsOf(sums.byCurrency) : undefined}
          counted="funds"
          rowKey={(row) => row.id}
          rowHref={({ fundId }) => `#/performance/fund/${fundId}/overview?endDate=${endDate}`}
          cells={{ ...cells, fundName }}
        />
      </WhyTable>
      <Text size="xs" c="dimmed" px="md" py="xs">
        {contributionsLessExcess} {carryOfGp}
      </Text>
    </Panel>
  );
}
