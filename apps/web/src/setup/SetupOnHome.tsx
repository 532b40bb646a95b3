import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../api/calls.ts';
import { useAllowed } from '../session/hooks.ts';
import { SetupSteps } from './SetupSteps.tsx';
import { useDismissSetup } from './useDismissSetup.ts';

interface SetupState {
  readonly isRead: boolean;
  /** True while the setup steps belong on Home: until they are finished or dismissed. */
  readonly isOpen: boolean;
}

/** Reports whether Home displays the setup steps. If they can't be read, Home does without them. */
export function useSetupState(): SetupState {
  const { data, error } = useRead('listSetupSteps', undefined);
  return {
    isRead: data !== undefined || error !== undefined,
    isOpen: data !== undefined && !data.isFinished && !data.isDismissed,
  };
}

/** The setup steps on Home, which an administrator can dismiss for the whole firm. After that, a notice offers to undo it. */
export function SetupOnHome() {
  const { data: setup } = useRead('listSetupSteps', undefined);
  const { isOpen } = useSetupState();
  const mayDismiss = useAllowed('tenant.edit');
  const [wasDismissed, setDismissed] = useState(false);
  const dismiss = useDismissSetup();
  const change = async (isDismissed: boolean) => {
    if (await dismiss(isDismissed)) setDismissed(isDismissed);
  };
  if (setup && isOpen) {
    return (
      <SetupSteps
        setup={setup}
        actions={
          mayDismiss ? (
            <Button variant="default" size="xs" onClick={() => void change(true)}>
              Dismiss for everyone
            </Button>
          ) : null
        }
      />
    );
  }
  return wasDismissed ? (
    <Banner
      tone="info"
      action={
        <Button variant="default" size="xs" onClick={() => void change(false)}>
          Undo
        </Button>
      }
    >
      Getting started is no longer on Home. You can find it under Help.
    </Banner>
  ) : null;
}
