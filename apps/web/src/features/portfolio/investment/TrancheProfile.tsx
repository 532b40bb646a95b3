import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { Button } from '@mantine/core';
import { fields } from 'virtual:contract/tables';
import { useNavigate, useParams } from 'react-router-dom';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import type { ScreenProps, ViewProps } from '../../../frame/screenTypes.ts';
import { displayedView } from '../../../frame/displayedView.ts';
import { ViewPanel } from '../../../frame/ViewPanel.tsx';
import { ViewTabs } from '../../../frame/ViewTabs.tsx';
import { NotesButton } from '../../../record/notes/NotesButton.tsx';
import { toHref } from '../../../record/recordDefinition.ts';
import { referenceLink } from '../../../record/profile/ReferenceText.tsx';
import { useAllowedViews } from '../../../session/hooks.ts';
import { investmentRecord } from './investmentRecord.ts';
import { useTrancheMoves } from './useTrancheMoves.ts';

/** The page of a tranche: its figures, actions and tabs. */
export function TrancheProfile({ screen }: ScreenProps) {
  const { investmentId = '', trancheId = '', view } = useParams();
  const { data, error, refetch } = useRead('getTranche', { params: { investmentId, trancheId } });
  const navigate = useNavigate();
  const { edit, remove, mayEdit, mayDelete } = useTrancheMoves(investmentId);
  const views = useAllowedViews(screen.views ?? []);
  const current = displayedView(views, view);
  const displayed = data?.id === trancheId ? data : undefined;
  const name = displayed ? (displayed.name ?? displayed.fundOrCoinvestmentName) : undefined;
  const address = `#/carry/investment/${investmentId}/tranche/${trancheId}/profile`;
  useRecordCrumb(name, address);
  if (error && !displayed) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  if (!displayed || name === undefined || !current) return <LoadingState lines={10} />;
  const tranchesOfInvestment = investmentRecord.paths.profile(investmentId);
  return (
    <>
      <ProfileHeader
        name={name}
        facts={[
          <a key="investment" href={toHref(tranchesOfInvestment)}>
            {displayed.investment.name ?? displayed.investment.description}
          </a>,
          displayed.fundOrCoinvestmentName,
          displayed.type,
        ]}
        figures={[
          { label: 'Invested', kind: 'money', value: displayed.investedAmount },
          { label: 'Weight %', kind: 'percent', value: displayed.trancheWeightByFundInvestmentAmount },
          { label: 'Distributed', kind: 'money', value: displayed.totalDistributed },
          { label: 'Investment date', kind: 'date', value: displayed.investmentDate },
        ]}
        actions={
          <>
            <NotesButton objectId={trancheId} objectType="tranche" name={name} />
            {mayDelete ? (
              <Button
                variant="default"
                onClick={() => void remove(displayed).then((isRemoved) => isRemoved && navigate(tranchesOfInvestment))}
              >
                Delete
              </Button>
            ) : null}
            {mayEdit ? <Button onClick={() => void edit(displayed)}>Edit</Button> : null}
          </>
        }
      />
      <ViewTabs views={views} current={current.id} addressOf={(name) => `${address}/${name}`} />
      <ViewPanel view={current} id={trancheId} />
    </>
  );
}

/** The fields of a tranche. */
export function TrancheOverview({ id: trancheId }: ViewProps) {
  const { investmentId = '' } = useParams();
  const { data } = useRead('getTranche', { params: { investmentId, trancheId } });
  if (!data) return null;
  const profile = referenceLink(fields.trancheFields.assignedAllocationProfile, data.assignedAllocationProfile);
  return (
    <FieldGroups
      fields={fields.trancheFields}
      record={data}
      values={profile ? { assignedAllocationProfile: profile } : {}}
    />
  );
}
