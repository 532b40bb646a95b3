import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { ProfileHistory } from './ProfileHistory.tsx';

/** Opens a dialog with the versions of a container's profile and the differences between any two. */
export const showVersionHistory = (containerName: string, profileId: string): Promise<void> =>
  openDialog<void>((close) => (
    <DialogFrame title={`Allocation version history, ${containerName}`} onClose={() => close()} size="wide">
      <ProfileHistory id={profileId} />
      <DialogActions onCancel={close} cancelLabel="Close" />
    </DialogFrame>
  ));
