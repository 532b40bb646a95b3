import type { AllocationProfile } from '@carrara/contract/carry/allocation/allocationProfile';
import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useParams } from 'react-router-dom';
import { failureText } from '../../../api/failure.ts';
import { refetchLatest, skipToken, useRead } from '../../../api/calls.ts';
import { useContinueTo } from '../../../frame/useContinueTo.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { AllocationProfileForm, type EditorStart } from './AllocationProfileForm.tsx';
import { type EditorMode, editorPath, profileLocation, profilePath } from './addresses.ts';
import { openCopyDialog } from './profileActions.ts';
import { useContainer } from './useContainer.ts';
import { useMemberEntries } from './useMemberEntries.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { useEffect, useRef, useState } from 'react';

/** Creates, copies or edits an allocation profile of any container, depending on the address. */
export function AllocationProfileEditor({ screen }: ScreenProps) {
  const mode = modeOf(screen.path);
  return mode === 'create' ? <CreateProfile /> : <ChangeProfile mode={mode} />;
}

const modeOf = (path: string): EditorMode =>
  path.endsWith('/copy') ? 'copy' : path.endsWith('/edit') ? 'edit' : 'create';

function CreateProfile() {
  const { container, error } = useContainer();
  const { data: others } = useRead(
    'listContainerAllocationProfiles',
    container ? { params: { id: container.id } } : skipToken,
  );
  const members = useMemberEntries(container);
  if (error) return <ErrorState message={failureText(error)} />;
  if (!container || !others || !members) return <LoadingState lines={10} />;
  const start: EditorStart = { mode: 'create', container, isFirst: others.length === 0, members };
  return <AllocationProfileForm key={container.id} start={start} />;
}

function ChangeProfile({ mode }: { readonly mode: 'copy' | 'edit' }) {
  const { profileId = '' } = useParams();
  const reading = useRead('getAllocationProfile', { params: { id: profileId } });
  const { data, error, refetch } = reading;
  const [loaded, setLoaded] = useState<AllocationProfile>();
  // Keeps the record that is being edited, so that a live update can't replace the input.
  const current = loaded?.id === profileId ? loaded : data?.id === profileId ? data : undefined;
  if (current && loaded !== current) setLoaded(current);
  if (!current) return <ReadState error={error} onRetry={refetch} lines={10} />;
  if (mode === 'edit' && !current.canEdit) return <BlockedEdit profile={current} />;
  const container = { ...profileLocation(current), name: current.container.name };
  const start: EditorStart = { mode, container, isFirst: false, profile: current };
  return (
    <AllocationProfileForm
      key={`${mode} ${current.id} ${String(current.rowVersion)}`}
      start={start}
      onReload={setLoaded}
      latest={() => refetchLatest(reading)}
    />
  );
}

/** Replaces the editor if a distribution uses the profile: the profile can't be edited, and a copy is offered. */
function BlockedEdit({ profile }: { readonly profile: AllocationProfile }) {
  const continueTo = useContinueTo();
  const isRequested = useRef(false);
  useEffect(() => {
    if (isRequested.current) return;
    isRequested.current = true;
    void openCopyDialog(profile.name).then((choice) =>
      continueTo(choice ? editorPath(profile, 'copy') : profilePath(profile.id), { replace: true }),
    );
  }, [profile, continueTo]);
  return <LoadingState lines={10} />;
}
