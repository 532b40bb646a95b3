import { ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { SetupOnHome, useSetupState } from '../../../setup/SetupOnHome.tsx';
import { HomePanels } from './HomePanels.tsx';

/** The start page of carry: open tasks, recent activity, recent payments and upcoming vesting. It updates while others work. */
export function HomeScreen() {
  const { data, error, refetch } = useRead('getHome', undefined);
  const vesting = useRead('getHomeVesting', undefined);
  const setup = useSetupState();
  if (data && setup.isRead) {
    return (
      <HomePanels
        home={data}
        vesting={vesting.data}
        vestingFailure={vesting.error && failureText(vesting.error)}
        onRetry={vesting.refetch}
        setup={<SetupOnHome />}
        isSettingUp={setup.isOpen}
      />
    );
  }
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  return <LoadingState lines={12} />;
}
