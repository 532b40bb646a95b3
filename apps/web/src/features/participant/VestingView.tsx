import { vestingColumns } from './vestingColumns.ts';
import { Banner, EmptyState, LoadingState } from '@carrara/ui/feedback';
import { FieldInput } from '@carrara/ui/form';
import { DataTable } from '@carrara/ui/list';
import { Panel } from '@carrara/ui/profile';
import { plainDecimal, referenceText } from '@carrara/ui/value';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useDownload } from '../../api/download.ts';
import { failureText } from '../../api/failure.ts';
import { useRead } from '../../api/calls.ts';
import type { ViewProps } from '../../app/screenTypes.ts';
import { Stack } from '../../record/Stack.tsx';
import styles from './participant.module.css';

const amountField = { kind: 'money', title: 'Carry amount', help: 'Blank: the allocation alone.' } as const;
const dateField = { kind: 'date', title: 'As of', help: 'Blank: the termination date, else today.' } as const;

/** What of a carry amount is vested and what is forfeited on a date, tranche by tranche. */
export function VestingView({ id }: ViewProps) {
  const [amount, setAmount] = useState('');
  const [date, setDate] = useState<string | null>(null);
  const [fundId, setFund] = useState<string | null>(null);
  const { data: holders = [] } = useRead('listParticipantFundsAndCoinvestments', { params: { id } });
  const carryAmount = plainDecimal(amount);
  const holder = holders.find((one) => one.id === fundId);
  const query = {
    ...(carryAmount ? { carryAmount } : {}),
    ...(date ? { vestingDate: date } : {}),
    ...(holder ? { fundId: holder.id, type: holder.type } : {}),
  };
  const { data, error } = useRead('getParticipantVesting', { params: { id }, query });
  const download = useDownload();
  const noBlur = () => undefined;
  return (
    <Stack>
      <Panel
        title="Vesting analysis"
        actions={
          <Button
            variant="default"
            onClick={() => void download('exportParticipantVesting', { params: { id }, query })}
          >
            Excel
          </Button>
        }
      >
        <div className={styles.vestingForm}>
          <FieldInput
            name="amount"
            field={amountField}
            value={amount}
            onChange={(value) => setAmount(String(value ?? ''))}
            onBlur={noBlur}
            error={undefined}
            disabled={false}
          />
          <FieldInput
            name="date"
            field={dateField}
            value={date}
            onChange={(value) => setDate((value as string | null) || null)}
            onBlur={noBlur}
            error={undefined}
            disabled={false}
          />
          <Select
            label="Fund or coinvestment"
            clearable
            searchable
            placeholder="All"
            data={holders.map((one) => ({ value: one.id, label: referenceText(one) }))}
            value={fundId}
            onChange={setFund}
          />
        </div>
      </Panel>
      {error ? <Banner tone="bad">{failureText(error)}</Banner> : null}
      {!data && !error ? <LoadingState /> : null}
      {data && !error ? (
        <Panel title="Tranches" flush>
          {data.rows.length === 0 ? (
            <EmptyState />
          ) : (
            <DataTable
              label="Tranches"
              columns={vestingColumns}
              rows={data.rows.map((row, at) => ({ ...row, key: String(at) }))}
              rowKey={({ key }) => key}
              totals={vestingColumns.flatMap(({ field }) => {
                const total = (data.totals as Readonly<Record<string, string | null>>)[field];
                return total ? [{ field, total }] : [];
              })}
            />
          )}
        </Panel>
      ) : null}
    </Stack>
  );
}
