import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { TourOffer } from '../../../setup/TourOffer.tsx';
import { SetupOnHome, useSetupState } from '../../../setup/SetupOnHome.tsx';
import { OwnTasks } from '../../../record/notes/OwnTasks.tsx';
import { HomePanels } from './HomePanels.tsx';

/** The start page of carry: open tasks, recent activity, recent payments and upcoming vesting. It updates while others work. */
export function HomeScreen() {
  const { data, error, refetch } = useRead('getHome', undefined);
  const vesting = useRead('getHomeVesting', undefined);
  const setup = useSetupState();
  // A firm with runs has panels to display in any case.
  if (data && (setup.isRead || data.runs.length > 0)) {
    return (
      <HomePanels
        home={data}
        vesting={vesting.data}
        vestingFailure={vesting.error && failureText(vesting.error)}
        onRetry={vesting.refetch}
        setup={
          <>
            <TourOffer />
            <SetupOnHome />
          </>
        }
        tasks={<OwnTasks isOnHome />}
        isSettingUp={setup.isOpen}
      />
    );
  }
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  return <LoadingState lines={12} />;
}
