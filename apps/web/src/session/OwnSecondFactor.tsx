import { Banner, LoadingState } from '@carrara/ui/feedback';
import { useState } from 'react';
import { useRead, useWrite } from '../api/calls.ts';
import { failureText } from '../api/failure.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';
import { SecondFactorSetup } from './SecondFactorSetup.tsx';

interface OwnSecondFactorProps {
  readonly onShown: () => void;
  /** It was set up just now, and so shown; the recovery codes are still to be read. */
  readonly onEnabled?: () => void;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
}

/** Asks for the second factor, and has whoever has none set one up. */
export function OwnSecondFactor({ onShown, onEnabled, cancelLabel, onCancel }: OwnSecondFactorProps) {
  const { data, error } = useRead('getAccount', undefined);
  const [confirm] = useWrite('confirmSecondFactor');
  // What it was as this was opened: once it is set up, the recovery codes are still to be shown.
  const [seen, setSeen] = useState(data);
  if (data && !seen) setSeen(data);
  if (error && !seen) return <Banner tone="bad">{failureText(error)}</Banner>;
  if (!seen) return <LoadingState lines={2} />;
  const ways = { cancelLabel, onCancel };
  return seen.secondFactorSince === null ? (
    <SecondFactorSetup
      hasPassword={seen.hasPassword}
      onDone={onShown}
      {...(onEnabled ? { onEnabled } : {})}
      {...ways}
    />
  ) : (
    <SecondFactorForm send={(code) => confirm({ body: { code } })} onDone={onShown} {...ways} />
  );
}
