import { displayedFigure } from '@carrara/contract/core/displayedFigure';
import { Chart } from '@carrara/ui/chart/Chart.tsx';
import { PictureSubject } from '@carrara/ui/chart/PictureSubject.tsx';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { Answer } from '../../../api/operations.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { OverviewColumns } from '../../../record/profile/OverviewColumns.tsx';
import { valuesOverTime } from '../../../record/chart/pointsOverTime.ts';
import { RecordOverview } from '../../../record/profile/RecordOverview.tsx';
import { investmentRecord } from './investmentRecord.ts';
import { MetricTable } from './MetricTable.tsx';
import { useInvestment } from './useInvestment.ts';

type Profile = Answer<'getInvestmentProfile'>;

/** The results of a holding: its value over time, its metrics at entry and now, and the drivers of its value. */
export function InvestmentOverview({ id }: ViewProps) {
  const { data, error, refetch, sourceId, endDate } = useInvestment(id);
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  return (
    <OverviewColumns
      main={
        data ? (
          <PictureSubject reportingDate={endDate}>
            <ValueBridge profile={data} />
            <Panel title={`Metrics, ${data.currency}`} flush>
              <MetricTable label="Metrics" rows={data.metrics} kind="money" />
            </Panel>
            <History id={id} sourceId={sourceId} currency={data.currency} />
          </PictureSubject>
        ) : (
          <LoadingState lines={10} />
        )
      }
      aside={<RecordOverview record={investmentRecord} id={id} />}
    />
  );
}

function ValueBridge({ profile }: { readonly profile: Profile }) {
  const { valueCreation: bridge } = profile;
  const title = `Value creation, ${profile.currency}`;
  const { value } = displayedFigure({ field: 'valueCreation', kind: 'text' }, { ...profile, valueCreation: null });
  if (!bridge)
    return (
      <Panel title={title}>
        <EmptyState text={String(value)} />
      </Panel>
    );
  const steps = [
    ...bridge.steps.map(({ title: name, amount }) => ({ name, amount, step: {} })),
    ...(bridge.total === null
      ? []
      : [
          {
            name: 'Total value less invested',
            amount: bridge.total,
            step: { meaning: 'fairValue', isTotal: true } as const,
          },
        ]),
  ];
  return (
    <Chart
      title={title}
      shape="waterfall"
      kind="money"
      categories={steps.map(({ name }) => name)}
      steps={steps.map(({ step }) => step)}
      series={[{ name: 'Amount', values: steps.map(({ amount }) => amount) }]}
    />
  );
}

const historyMeanings = { 'Fair value': 'fairValue', Invested: 'invested', Realized: 'distributions' } as const;

function History({
  id,
  sourceId,
  currency,
}: {
  readonly id: string;
  readonly sourceId: string;
  readonly currency: string;
}) {
  const { data } = useRead('chartInvestment', { params: { id }, query: { sourceId } });
  if (data?.length === 0) return null;
  return (
    <Panel>
      <Chart
        title={`How has the value developed, in ${currency}?`}
        kind="money"
        height={260}
        isLoading={data === undefined}
        {...valuesOverTime(data ?? [], historyMeanings)}
      />
    </Panel>
  );
}
