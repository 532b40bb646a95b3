import { displayedFigure } from '@carrara/contract/core/displayedFigure';
import { Chart } from '@carrara/ui/chart/Chart.tsx';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
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
  const { data, error, refetch, sourceId } = useInvestment(id);
  if (error && !data) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  return (
    <OverviewColumns
      main={
        data ? (
          <>
            <ValueBridge profile={data} />
            <Panel title={`Metrics, ${data.currency}`} flush>
              <MetricTable label="Metrics" rows={data.metrics} kind="money" />
            </Panel>
            <History id={id} sourceId={sourceId} currency={data.currency} />
          </>
        ) : (
          <LoadingState lines={10} />
        )
      }
      aside={<RecordOverview record={investmentRecord} id={id} />}
    />
  );
}

const columns = [
  { field: 'title', kind: 'text', title: 'From' },
  { field: 'amount', kind: 'money', title: 'Amount' },
] as const;

function ValueBridge({ profile }: { readonly profile: Profile }) {
  const { valueCreation: bridge } = profile;
  const title = `Value creation, ${profile.currency}`;
  const { value } = displayedFigure({ field: 'valueCreation', kind: 'text' }, { ...profile, valueCreation: null });
  return (
    <Panel title={title} flush={bridge !== null}>
      {bridge ? (
        <DataTable
          label={title}
          columns={columns}
          rows={bridge.steps}
          rowKey={({ driver }) => driver}
          totals={bridge.total === null ? [] : [{ field: 'amount', total: bridge.total }]}
          totalsLabel="Total value less invested"
        />
      ) : (
        <EmptyState text={String(value)} />
      )}
    </Panel>
  );
}

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
        title={`Value by quarter, ${currency}`}
        kind="money"
        height={260}
        isLoading={data === undefined}
        {...valuesOverTime(data ?? [])}
      />
    </Panel>
  );
}
