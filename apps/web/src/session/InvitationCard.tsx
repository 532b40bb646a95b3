import { modules } from '@carrara/contract/core/modules';
import { toastError, toastInfo } from '@carrara/ui/feedback';
import { formatInstant } from '@carrara/ui/value';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWrite } from '../api/calls.ts';
import { isFailure, failureWithStatus } from '../api/failure.ts';
import type { Answer } from '../api/operations.ts';
import styles from './session.module.css';

export type Invitation = Answer<'listInvitations'>[number];

interface InvitationCardProps {
  readonly invitation: Invitation;
  readonly onAnswered: () => void;
}

/** A firm that asks the person in: what it would give, and the choice. */
export function InvitationCard({ invitation, onAnswered }: InvitationCardProps) {
  const { id, tenantName, roles, needsCode, expiresDate } = invitation;
  const [accept] = useWrite('acceptInvitation');
  const [decline] = useWrite('declineInvitation');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const join = async (event: FormEvent) => {
    event.preventDefault();
    if (needsCode && code === '') return setError('is required');
    setBusy(true);
    setError(undefined);
    try {
      await accept({ params: { id }, body: { code } });
      onAnswered();
    } catch (failure) {
      const refusal = isFailure(failure) ? failure.errors.find(({ path }) => path === 'code') : undefined;
      if (refusal) setError(refusal.message);
      else toastError(failureWithStatus(failure));
      setBusy(false);
    }
  };
  const turnDown = async () => {
    setBusy(true);
    try {
      await decline({ params: { id } });
      toastInfo(`The invitation of ${tenantName} is declined`);
      onAnswered();
    } catch (failure) {
      toastError(failureWithStatus(failure));
      setBusy(false);
    }
  };
  const given = roles.map(({ application, role }) => `${modules[application].title} ${role}`).join(', ');
  return (
    <form
      className={styles.invitation}
      onSubmit={(event) => void join(event)}
      aria-label={`Invitation of ${tenantName}`}
      noValidate
    >
      <strong>{tenantName}</strong>
      <span>{given ? `asks you to join as ${given}.` : 'asks you to join.'}</span>
      <span>The invitation ends on {formatInstant(expiresDate)}.</span>
      {needsCode ? (
        <PasswordInput
          label={`Password that ${tenantName} gave you`}
          description="It shows that the invitation is meant for you. Your own password stays."
          autoComplete="off"
          maxLength={1000}
          value={code}
          error={error}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
      ) : null}
      <div className={styles.choice}>
        <Button variant="default" onClick={() => void turnDown()} disabled={isBusy}>
          Decline
        </Button>
        <Button type="submit" loading={isBusy}>
          Accept
        </Button>
      </div>
    </form>
  );
}
