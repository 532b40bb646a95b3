import type { Account } from '@carrara/contract/platform/account';
import { recoveryCodesLow } from '@carrara/domain/platform/signIn';
import { Banner } from '@carrara/ui/feedback';
import { Panel } from '@carrara/ui/profile';
import { formatInstant } from '@carrara/ui/value';
import { Button } from '@mantine/core';
import { makeRecoveryCodes, removeSecondFactor, setUpSecondFactor } from './secondFactorDialogs.tsx';

const codesLeft = (left: number): string =>
  left === 1 ? '1 recovery code is left.' : `${left === 0 ? 'No' : String(left)} recovery codes are left.`;

/** The second factor: whether there is one, and what can be done with it. */
export function SecondFactorPanel({ account }: { readonly account: Account }) {
  const { secondFactorSince: since, recoveryCodesLeft: left } = account;
  return since === null ? (
    <Panel
      title="Second factor"
      actions={<Button onClick={() => void setUpSecondFactor(account.hasPassword)}>Set up</Button>}
    >
      You sign in with one thing alone. With an authenticator app on your phone nobody signs in as you who has learned
      your password.
    </Panel>
  ) : (
    <Panel
      title="Second factor"
      actions={
        <>
          <Button variant="default" onClick={() => void makeRecoveryCodes()}>
            New recovery codes
          </Button>
          <Button variant="default" color="red" onClick={() => void removeSecondFactor()}>
            Remove
          </Button>
        </>
      }
    >
      An authenticator app, set up on {formatInstant(since)}. {codesLeft(left)}
      {left <= recoveryCodesLow ? <Banner tone="warn">Make new ones before you lose your phone.</Banner> : null}
    </Panel>
  );
}
