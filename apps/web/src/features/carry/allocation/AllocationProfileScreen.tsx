import type { AllocationProfile } from '@carrara/contract/carry/allocation/allocationProfile';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { ReservedSpace } from '@carrara/ui/feedback/ReservedSpace.tsx';
import { ProfileHeader } from '@carrara/ui/profile/ProfileHeader.tsx';
import { Button } from '@mantine/core';
import { useParams } from 'react-router-dom';
import { useRead } from '../../../api/calls.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { displayedView } from '../../../frame/displayedView.ts';
import { ViewPanel } from '../../../frame/ViewPanel.tsx';
import { ViewTabs } from '../../../frame/ViewTabs.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { MoveButton } from '../../../record/profile/Moves.tsx';
import { NotesButton } from '../../../record/notes/NotesButton.tsx';
import { useAllowed, useAllowedViews } from '../../../session/hooks.ts';
import { containerPath, editorPath, profileLocation, profilePath, sectionOfContainer } from './addresses.ts';
import { useEntityMembers } from './useEntryActions.ts';
import { useEditProfile, useProfileMoves } from './profileActions.ts';

/** The page of an allocation profile: totals, actions and views. */
export function AllocationProfileScreen({ screen }: ScreenProps) {
  const { profileId = '', view } = useParams();
  const { data, error, refetch } = useRead('getAllocationProfile', { params: { id: profileId } });
  const profile = data?.id === profileId ? data : undefined;
  const views = useAllowedViews(screen.views ?? []);
  const current = displayedView(views, view);
  useRecordCrumb(profile?.name, `#${profilePath(profileId)}`, profile && sectionOfContainer[profile.container.kind]);
  if (!profile || !current) return <ReadState error={!profile && error} onRetry={refetch} lines={10} />;
  const location = profileLocation(profile);
  return (
    <>
      <ProfileHeader
        name={profile.name}
        status={badgeOf(profile)}
        facts={[
          <a key="container" href={`#${containerPath(location)}`}>
            {profile.container.name}
          </a>,
          profile.profileTarget,
          `Version ${String(profile.version)}`,
          profile.isShareBased ? 'Share based' : 'Percentages',
        ]}
        figures={[
          { label: 'Effective %', kind: 'percent', value: profile.totals.totalEffective },
          { label: 'Unallocated %', kind: 'percent', value: profile.unallocated },
          { label: 'Entries', kind: 'count', value: profile.numberOfEntries },
          { label: 'Effective from', kind: 'date', value: profile.effectiveDate },
        ]}
        actions={
          <>
            <NotesButton objectId={profile.id} objectType="allocationProfile" name={profile.name} />
            <Actions profile={profile} />
          </>
        }
      />
      <ReservedSpace key={profileId}>
        <ProfileNotices profile={profile} />
      </ReservedSpace>
      <ViewTabs views={views} current={current.id} addressOf={(name) => `#${profilePath(profileId, name)}`} />
      <ViewPanel view={current} id={profileId} />
    </>
  );
}

function badgeOf({ isCurrent, isValid }: AllocationProfile) {
  if (!isValid) return { code: 'INVALID', description: 'Draft' };
  return isCurrent ? { code: 'DEFAULT', description: 'Default' } : { code: 'OTHER', description: 'Not default' };
}

function ProfileNotices({ profile }: { readonly profile: AllocationProfile }) {
  const mayEdit = useAllowed('allocationProfile.edit');
  const suggestion = useProfileMoves(profile).includes('setDefaultAllocationProfile');
  const isEmpty = mayEdit && profile.isValid && !profile.isCurrent && !profile.hasShares;
  // A mismatch no longer matters in a version that is not the default and can't be edited.
  const mismatched =
    profile.isCurrent || profile.canEdit ? profile.entries.filter(({ memberMismatch }) => memberMismatch) : [];
  const members = useEntityMembers(mayEdit);
  if (profile.problems.length === 0 && mismatched.length === 0 && !suggestion && !isEmpty) return null;
  return (
    <div style={{ marginTop: 10 }}>
      {profile.problems.map(({ code, message }, position) => (
        <Banner key={`${code} ${String(position)}`} tone="bad">
          {message}
        </Banner>
      ))}
      {mismatched.map((entry) => (
        <Banner
          key={entry.participantId}
          tone="warn"
          action={
            <Button variant="default" onClick={() => void members(profile, entry)}>
              {mayEdit ? 'Resolve' : 'Members'}
            </Button>
          }
        >
          The members of {entry.name} have changed since this profile was created.
        </Banner>
      ))}
      {suggestion ? (
        <Banner
          tone="info"
          action={<MoveButton lifecycle="allocationProfile" event="setDefaultAllocationProfile" record={profile} />}
        >
          {profile.container.name} has a different default profile. Set this one as the default to use it from now on.
        </Banner>
      ) : null}
      {isEmpty ? <Banner tone="info">Nobody has a share in this profile, so it can’t be the default.</Banner> : null}
    </div>
  );
}

function Actions({ profile }: { readonly profile: AllocationProfile }) {
  const mayEdit = useAllowed('allocationProfile.edit');
  const edit = useEditProfile();
  const moves = useProfileMoves(profile);
  if (!mayEdit) return null;
  const afterRemoval = { to: () => containerPath(profileLocation(profile)) };
  return (
    <>
      {moves.includes('deleteAllocationProfile') ? (
        <MoveButton lifecycle="allocationProfile" event="deleteAllocationProfile" record={profile} own={afterRemoval} />
      ) : null}
      <Button variant="default" component="a" href={`#${editorPath(profile, 'copy')}`}>
        Copy
      </Button>
      <Button onClick={() => void edit(profile)}>Edit</Button>
    </>
  );
}
