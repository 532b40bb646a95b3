import type { Account } from '@carrara/contract/platform/user/account';
import { fewRecoveryCodes } from '@carrara/domain/platform/signIn';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { formatInstant } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { renewRecoveryCodes, removeSecondFactor, setUpSecondFactor } from './secondFactorDialogs.tsx';

const remainingCodesText = (remaining: number): string =>
  remaining === 1
    ? '1 recovery code is left.'
    : `${remaining === 0 ? 'No' : String(remaining)} recovery codes are left.`;

interface SecondFactorPanelProps {
  readonly account: Account;
  readonly hasPasskeys: boolean;
}

/** The second factor: its state and actions. */
export function SecondFactorPanel({ account, hasPasskeys }: SecondFactorPanelProps) {
  const { secondFactorSince: since, remainingRecoveryCodes: remaining, hasPassword } = account;
  const hasAny = since !== null || hasPasskeys;
  return (
    <Panel
      title="Second factor"
      actions={
        <>
          {hasAny ? (
            <Button variant="default" onClick={() => void renewRecoveryCodes(since !== null)}>
              New recovery codes
            </Button>
          ) : null}
          {since === null ? (
            <Button {...(hasAny ? { variant: 'default' } : {})} onClick={() => void setUpSecondFactor(hasPassword)}>
              Set up{hasAny ? ' an app' : ''}
            </Button>
          ) : (
            <Button variant="default" color="red" onClick={() => void removeSecondFactor(hasPasskeys)}>
              Remove
            </Button>
          )}
        </>
      }
    >
      {since === null ? null : `An authenticator app, set up on ${formatInstant(since)}. `}
      {since === null && hasPasskeys ? 'You use a passkey after your password. ' : null}
      {hasAny
        ? remainingCodesText(remaining)
        : 'Your account is protected by a password only. Add an authenticator app or passkey so a stolen password isn’t enough.'}
      {hasAny && remaining <= fewRecoveryCodes ? (
        <Banner tone="warn">Create new ones before you lose {since === null ? 'your device' : 'your phone'}.</Banner>
      ) : null}
    </Panel>
  );
}
