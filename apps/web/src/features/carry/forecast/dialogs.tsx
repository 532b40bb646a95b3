import type { ForecastSource } from '@carrara/contract/carry/run/forecastRecord';
import { notDetermined, type Reference } from '@carrara/contract/core/kinds';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { ReadDialog } from '../../../record/profile/ReadDialog.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { ForecastTable } from './ForecastTables.tsx';
import type { ExplainForecast } from '../../../record/run/useExplainForecast.ts';

const profileName = ({ name, version }: Reference & { readonly version: number }) =>
  `${name ?? ''}, version ${String(version)}`;

export interface SourceDetails {
  readonly source: ForecastSource;
  readonly currency?: Reference | null;
  /** Present for a stored forecast. */
  readonly explain?: ExplainForecast;
}

/** Opens a dialog with one source of a forecast: its figures and the expected amounts of each participant. */
export const showSourceDetails = (details: SourceDetails): Promise<void> =>
  openDialog<void>((close) => <SourceDetailsDialog {...details} onClose={() => close()} />);

export function SourceDetailsDialog({
  source,
  currency,
  explain,
  onClose,
}: SourceDetails & { readonly onClose: () => void }) {
  const { source: record, type, problems, details, allocationProfile: profile } = source;
  const money = { kind: 'money', nullIs: notDetermined } as const;
  return (
    <ReadDialog
      title={`Source details, ${record.name}`}
      lead={[type, record.holder, profile && profileName(profile), currency?.code].filter(Boolean).join(' · ')}
      onClose={onClose}
    >
      <Stack>
        <FigureStrip
          figures={[
            { label: 'Invested', ...money, value: source.investedAmount },
            { label: 'Multiple', kind: 'multiple', value: source.multiple },
            { label: 'Gross', ...money, value: source.grossCarryDistributed },
            { label: 'Adjustment', ...money, value: source.totalCarryAdjustment },
            { label: 'Net', ...money, value: source.netCarryDistributed },
            { label: 'Unallocated', ...money, value: source.unallocated },
          ]}
        />
        {problems.length > 0 ? <Banner tone="bad">{problems.map(({ message }) => message).join(' ')}</Banner> : null}
        <ForecastTable
          rows={details}
          isOfSource
          total={source.totalDistributed}
          sourceId={record.id}
          {...(explain ? { explain } : {})}
        />
      </Stack>
    </ReadDialog>
  );
}

export interface AllocationQuestion {
  readonly source: { readonly id: string; readonly name: string };
  /** The chosen profile; null for the one in force on the date. */
  readonly profileId: string | null;
  readonly distributionDate: string | undefined;
}

/** Opens a dialog with the people who share in a source on its expected date. Uses the chosen profile, or the one in force then. */
export const showAllocations = (question: AllocationQuestion): Promise<void> =>
  openDialog<void>((close) => <AllocationDialog {...question} onClose={() => close()} />);

const columns = [
  { field: 'name', kind: 'text', title: 'Participant' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'effectiveAllocation', kind: 'percent', title: 'Effective %' },
] as const;

export function AllocationDialog({
  source,
  profileId,
  distributionDate,
  onClose,
}: AllocationQuestion & { readonly onClose: () => void }) {
  const { currentData: found, error } = useRead('generateForecastAllocations', {
    query: {
      sourceId: source.id,
      ...(profileId ? { allocationProfileId: profileId } : {}),
      ...(distributionDate ? { distributionDate } : {}),
    },
  });
  const profile = found?.allocationProfile;
  return (
    <ReadDialog
      title={`Allocation of ${source.name}`}
      lead={[
        distributionDate ? `As of ${formatDate(distributionDate)}` : 'As of today',
        ...(profile ? [profileName(profile)] : []),
      ].join(' · ')}
      onClose={onClose}
    >
      {error ? (
        <ErrorState message={failureText(error)} />
      ) : !found ? (
        <LoadingState lines={6} />
      ) : found.allocations.length === 0 ? (
        <EmptyState text={found.problems[0]?.message ?? 'Nobody has an allocation.'} />
      ) : (
        <DataTable
          label="Allocations"
          density="compact"
          columns={columns}
          rows={found.allocations.map(({ participant, effectiveAllocation }) => ({
            id: participant.participantId,
            name: participant.name,
            type: participant.type,
            effectiveAllocation,
          }))}
          rowKey={({ id }) => id}
          totals={[{ field: 'effectiveAllocation', total: found.total }]}
          totalsLabel={`Total, ${String(found.allocations.length)}`}
        />
      )}
    </ReadDialog>
  );
}
