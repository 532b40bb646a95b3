import { ErrorState } from '@carrara/ui/feedback/states.tsx';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import { DisplayedAccount } from '../../../statement/CapitalAccount.tsx';
import styles from '../../../statement/statement.module.css';

/** The capital accounts of a transfer as the sender locked them, one fund at a time. */
export function TransferredAccounts({ id }: { readonly id: string }) {
  const { currentData: accounts, error, refetch } = useRead('getTransferredAccounts', { params: { id } });
  const [fundId, setFundId] = useState<string | null>(null);
  if (error) return <ErrorState message={failureText(error)} onRetry={refetch} />;
  const displayed = accounts?.find(({ fund }) => fund.id === fundId) ?? accounts?.[0];
  if (!accounts || !displayed) return null;
  const choice =
    accounts.length > 1 ? (
      <div className={styles.choice}>
        <Select
          label="Fund"
          size="xs"
          allowDeselect={false}
          searchable={accounts.length > 12}
          data={accounts.map(({ fund }) => ({ value: fund.id, label: fund.name }))}
          value={displayed.fund.id}
          onChange={setFundId}
        />
      </div>
    ) : undefined;
  return <DisplayedAccount account={displayed} actions={choice} isSent />;
}
