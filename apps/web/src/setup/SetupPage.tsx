import { Button } from '@mantine/core';
import { useRead } from '../api/calls.ts';
import { ReadState } from '../record/ReadState.tsx';
import { useAllowed } from '../session/hooks.ts';
import { SetupSteps } from './SetupSteps.tsx';
import { useDismissSetup } from './useDismissSetup.ts';

/** `#/setup`: the setup steps, also once they are finished or dismissed. */
export function SetupPage() {
  const { data, error, refetch } = useRead('listSetupSteps', undefined);
  const mayDismiss = useAllowed('tenant.edit');
  const dismiss = useDismissSetup();
  if (!data) return <ReadState error={error} onRetry={refetch} lines={10} />;
  return (
    <SetupSteps
      setup={data}
      isPage
      actions={
        mayDismiss && !data.isFinished ? (
          <Button variant="default" onClick={() => void dismiss(!data.isDismissed)}>
            {data.isDismissed ? 'Show on Home' : 'Remove from Home'}
          </Button>
        ) : null
      }
    />
  );
}
