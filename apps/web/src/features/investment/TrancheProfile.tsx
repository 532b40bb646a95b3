import { ErrorState, LoadingState } from '@carrara/ui/feedback';
import { FieldGroups, ProfileHeader } from '@carrara/ui/profile';
import { fields } from 'virtual:contract/tables';
import { useParams } from 'react-router-dom';
import { failureText } from '../../api/failure.ts';
import { useRead } from '../../api/calls.ts';
import { useRecordCrumb } from '../../app/RecordCrumb.tsx';
import type { ScreenProps } from '../../app/screenTypes.ts';
import { ViewPanel } from '../../app/ViewPanel.tsx';
import { Stack } from '../../record/Stack.tsx';
import { referenceLink } from '../../record/ReferenceText.tsx';

/** One tranche: its figures, its fields, and below them the views that the table of screens gives it. */
export function TrancheProfile({ screen }: ScreenProps) {
  const { investmentId = '', trancheId = '' } = useParams();
  const { data, error, refetch } = useRead('getTranche', { params: { investmentId, trancheId } });
  const name = data ? (data.name ?? data.fundOrCoinvestmentName) : undefined;
  useRecordCrumb(name, `#/carry/investment/${investmentId}/tranche/${trancheId}/profile`);
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!data || name === undefined) return <LoadingState lines={10} />;
  const profile = referenceLink(fields.trancheFields.assignedAllocationProfile, data.assignedAllocationProfile);
  return (
    <Stack>
      <ProfileHeader
        name={name}
        facts={[
          <a key="investment" href={`#/carry/investment/${investmentId}/profile/tranche`}>
            {data.investment.name ?? data.investment.description}
          </a>,
          data.fundOrCoinvestmentName,
          data.type,
        ]}
        figures={[
          { label: 'Invested', kind: 'money', value: data.investedAmount },
          { label: 'Weight %', kind: 'percent', value: data.trancheWeightByFundInvestmentAmount },
          { label: 'Distributed', kind: 'money', value: data.totalDistributed },
          { label: 'Investment date', kind: 'date', value: data.investmentDate },
        ]}
      />
      <FieldGroups
        fields={fields.trancheFields}
        record={data}
        values={profile ? { assignedAllocationProfile: profile } : {}}
      />
      {(screen.views ?? []).map((view) => (
        <ViewPanel key={view.id} view={view} id={trancheId} />
      ))}
    </Stack>
  );
}
