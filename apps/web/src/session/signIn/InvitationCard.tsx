import { modules } from '@carrara/contract/core/modules';
import { toastError, toastInfo } from '@carrara/ui/feedback/toasts.ts';
import { formatInstantAndZone } from '@carrara/ui/value/formatDate.ts';
import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWrite } from '../../api/calls.ts';
import { isFailure, failureWithStatus } from '../../api/failure.ts';
import { forgetMailedInvitation, mailedInvitation } from './mailedInvitation.ts';
import type { Answer } from '../../api/operations.ts';
import styles from '../session.module.css';

type Invitation = Answer<'listInvitations'>[number];

interface InvitationCardProps {
  readonly invitation: Invitation;
  readonly onAnswered: () => void;
}

/** An invitation to a firm: the roles that it gives, and the choice to accept or decline. */
export function InvitationCard({ invitation, onAnswered }: InvitationCardProps) {
  const { id, tenantName, roles, needsCode, expiresDate } = invitation;
  const [accept] = useWrite('acceptInvitation');
  const [decline] = useWrite('declineInvitation');
  // Opening the emailed link proves that the firm means this person, so no code is needed.
  const [mailed, setMailed] = useState(mailedInvitation);
  const requiresCode = needsCode && mailed === undefined;
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const join = async (event: FormEvent) => {
    event.preventDefault();
    if (requiresCode && code === '') return setError('is required');
    setBusy(true);
    setError(undefined);
    try {
      await accept({ params: { id }, body: { code: mailed ?? code } });
      forgetMailedInvitation();
      onAnswered();
    } catch (failure) {
      const refusal = isFailure(failure) ? failure.errors.find(({ path }) => path === 'code') : undefined;
      if (mailed !== undefined) setMailed(undefined);
      else if (refusal) setError(refusal.message);
      else toastError(failureWithStatus(failure));
      setBusy(false);
    }
  };
  const turnDown = async () => {
    setBusy(true);
    try {
      await decline({ params: { id } });
      toastInfo(`Invitation from ${tenantName} declined`);
      onAnswered();
    } catch (failure) {
      toastError(failureWithStatus(failure));
      setBusy(false);
    }
  };
  const titles = roles.map(({ application, role }) => `${modules[application].title} ${role}`).join(', ');
  return (
    <form
      className={styles.invitation}
      onSubmit={(event) => void join(event)}
      aria-label={`Invitation of ${tenantName}`}
      noValidate
    >
      <strong>{tenantName}</strong>
      <span>{titles ? `invites you to join as ${titles}.` : 'invites you to join.'}</span>
      <span>The invitation ends on {formatInstantAndZone(expiresDate)}.</span>
      {requiresCode ? (
        <PasswordInput
          label={`Password that ${tenantName} gave you`}
          description="It proves that the invitation is meant for you, like the link in an e-mailed invitation. Your own password doesn’t change."
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
