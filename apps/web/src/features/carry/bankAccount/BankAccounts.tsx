import type { BankAccount } from '@carrara/contract/carry/participant/bankAccount';
import { defineFields } from '@carrara/contract/core/fields';
import { requestComment } from '@carrara/ui/form/requestComment.tsx';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { lists } from 'virtual:contract/tables';
import { useRead, useWrite } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed, useSession } from '../../../session/hooks.ts';
import styles from './bankAccount.module.css';

const list = lists.listBankAccounts;
/** Equal to the first request of the list below, so that one request serves both. */
const firstPage = {
  startPage: 1,
  pageSize: list.pageSize,
  sortColumn: list.defaultSort?.field,
  sortAsc: String(list.defaultSort?.ascending),
  searchQuery: '',
} as never;
const waiting: BankAccount['state'] = 'Waiting for confirmation';
const inForce: readonly BankAccount['state'][] = ['Current', 'No bank account'];
const isRemoval = ({ ending }: Pick<BankAccount, 'ending'>) => ending === null;
const cells = {
  holderName: (account: BankAccount) => (isRemoval(account) ? 'Removal' : account.holderName),
};

const accountFields = defineFields({
  holderName: { kind: 'text', title: 'Account holder', required: true },
  bankName: { kind: 'text', title: 'Bank', required: true },
  bankCode: { kind: 'text', title: 'Routing number or BIC', required: true, max: 60 },
  accountNumber: { kind: 'text', title: 'Account number or IBAN', required: true, max: 60 },
  reason: {
    kind: 'longText',
    title: 'Reason',
    required: true,
    help: 'Your evidence for the account, such as a signed form. The person who confirms it sees this.',
  },
});

/** The bank account of a participant: the current account, a change that waits for a second person, and all earlier changes. */
export function BankAccounts({ id }: ViewProps) {
  const mayEdit = useAllowed('bankAccount.edit');
  const { data } = useRead('listBankAccounts', { params: { id }, query: firstPage });
  const note = data?.pageData.find(({ state }) => inForce.includes(state))?.answerReason;
  return (
    <Stack>
      {note ? <Banner tone="warn">{note}</Banner> : null}
      <RecordTable
        list={list}
        params={{ id }}
        cells={cells}
        embedded
        {...(mayEdit
          ? {
              actions: <ChangeButtons participantId={id} />,
              rowActions: (account: BankAccount) =>
                account.state === waiting ? <AnswerButtons account={account} /> : null,
            }
          : {})}
      />
    </Stack>
  );
}

function ChangeButtons({ participantId }: { readonly participantId: string }) {
  const { data } = useRead('listBankAccounts', { params: { id: participantId }, query: firstPage });
  const isWaiting = data?.pageData.some(({ state }) => state === waiting) ?? true;
  const hasAccount = data?.pageData.some(({ state }) => state === 'Current') ?? false;
  const [enter] = useWrite('enterBankAccount');
  const [remove] = useWrite('removeBankAccount');
  const params = { id: participantId };
  const change = () =>
    openFormDialog({
      title: hasAccount ? 'Change bank account' : 'Enter bank account',
      fields: accountFields,
      saveLabel: 'Send for confirmation',
      save: async (_changed, all) => {
        const text = (name: keyof typeof accountFields) => String(all[name] ?? '');
        await enter({
          params,
          body: {
            holderName: text('holderName'),
            bankName: text('bankName'),
            bankCode: text('bankCode'),
            accountNumber: text('accountNumber'),
            reason: text('reason'),
          },
        });
        toastSuccess('Bank account sent for confirmation. A second person has to confirm it.');
      },
    });
  const confirmRemoval = () =>
    requestComment({
      title: 'Remove the bank account?',
      text: 'A second person has to confirm the removal. After that, letters don’t name an account.',
      label: 'Reason',
      required: true,
      confirmLabel: 'Send for confirmation',
      send: async (reason) => {
        try {
          await remove({ params, body: { reason } });
          toastSuccess('Removal sent for confirmation. A second person has to confirm it.');
          return undefined;
        } catch (failure) {
          return failureText(failure);
        }
      },
    });
  // Only one change at a time can wait.
  if (isWaiting) return null;
  return (
    <>
      {hasAccount ? (
        <Button variant="default" onClick={() => void confirmRemoval()}>
          Remove account
        </Button>
      ) : null}
      <Button onClick={() => void change()}>{hasAccount ? 'Change account' : 'Enter account'}</Button>
    </>
  );
}

type Account = Pick<BankAccount, 'holderName' | 'bankName' | 'bankCode'> & { readonly number: string | null };

/** The current account next to its replacement. An account that doesn't exist has no column. Differences are bold. */
function BothAccounts({ before, after }: { readonly before: Account | null; readonly after: Account | null }) {
  const rows = [
    ['Account holder', 'holderName'],
    ['Bank', 'bankName'],
    ['Routing number or BIC', 'bankCode'],
    ['Account number', 'number'],
  ] as const;
  return (
    <table className={styles.accounts}>
      <thead>
        <tr>
          <th scope="col">Detail</th>
          {before ? <th scope="col">Current account</th> : null}
          {after ? <th scope="col">New account</th> : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(([title, name]) => (
          <tr key={name}>
            <th scope="row">{title}</th>
            {before ? <td>{before[name]}</td> : null}
            {after ? <td>{before?.[name] === after[name] ? after[name] : <strong>{after[name]}</strong>}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Compares the current account with its replacement, including the whole account number, which is loaded when the dialog opens. If this person can't
 * confirm the change, the dialog says why and Confirm is disabled.
 */
function ConfirmDialog({ account, onClose }: { readonly account: BankAccount; readonly onClose: () => void }) {
  const { data, error } = useRead('getBankAccountNumber', { params: { id: account.id } });
  const [confirm, isConfirming] = useWrite('confirmBankAccount');
  const [refusal, setRefusal] = useState<string>();
  const current = data?.current;
  const problem = refusal ?? data?.obstacle ?? (error ? failureText(error) : undefined);
  const confirmIt = async () => {
    try {
      const { answerReason } = await confirm({ params: { id: account.id } });
      toastSuccess(answerReason ?? (isRemoval(account) ? 'Bank account removed.' : 'Bank account confirmed.'));
      onClose();
    } catch (failure) {
      setRefusal(failureText(failure));
    }
  };
  return (
    <DialogFrame title={isRemoval(account) ? 'Confirm the removal?' : 'Confirm this bank account?'} onClose={onClose}>
      {problem ? <Banner tone="bad">{problem}</Banner> : null}
      {data?.note ? (
        <Banner tone="warn">
          If you confirm, this is recorded: “{data.note}” Check the account with the participant first.
        </Banner>
      ) : null}
      <BothAccounts
        before={current ? { ...current, number: `ending in ${current.ending}` } : null}
        after={isRemoval(account) ? null : { ...account, number: data?.accountNumber ?? '…' }}
      />
      {isRemoval(account) ? <p>The participant will have no bank account.</p> : null}
      <p>
        Entered by {account.enteredBy}: {account.reason}
      </p>
      <DialogActions onCancel={onClose}>
        <Button disabled={data?.obstacle !== null} loading={isConfirming} onClick={() => void confirmIt()}>
          Confirm
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

function AnswerButtons({ account }: { readonly account: BankAccount }) {
  const { user } = useSession();
  const [refuse] = useWrite('refuseBankAccount');
  const isOwn = user?.id === account.enteredById;
  const params = { id: account.id };
  const confirmIt = () => openDialog<void>((close) => <ConfirmDialog account={account} onClose={close} />);
  const refuseIt = () =>
    requestComment({
      title: isOwn ? 'Withdraw your change?' : 'Refuse this change?',
      text: 'The current account doesn’t change.',
      label: 'Reason',
      required: true,
      confirmLabel: isOwn ? 'Withdraw' : 'Refuse',
      send: async (comment) => {
        try {
          await refuse({ params, body: { comment } });
          toastSuccess(isOwn ? 'Change withdrawn.' : 'Change refused.');
          return undefined;
        } catch (failure) {
          return failureText(failure);
        }
      },
    });
  return (
    <Group gap="xs" wrap="nowrap">
      {isOwn ? null : (
        <Button size="compact-sm" onClick={() => void confirmIt()}>
          Confirm
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => void refuseIt()}>
        {isOwn ? 'Withdraw' : 'Refuse'}
      </Button>
    </Group>
  );
}
