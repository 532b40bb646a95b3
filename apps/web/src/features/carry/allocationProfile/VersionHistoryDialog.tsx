import { DialogActions, DialogFrame, openDialog } from '@carrara/ui/feedback';
import { Button } from '@mantine/core';
import { ProfileHistory } from './ProfileHistory.tsx';

/** Shows the versions of a container's profile, and what lies between any two of them. */
export const showVersionHistory = (containerName: string, profileId: string): Promise<void> =>
  openDialog<void>((close) => (
    <DialogFrame title={`Allocation version history, ${containerName}`} onClose={() => close()} size="wide">
      <ProfileHistory id={profileId} />
      <DialogActions>
        <Button variant="default" onClick={() => close()}>
          Close
        </Button>
      </DialogActions>
    </DialogFrame>
  ));
