import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { fieldError } from '@carrara/ui/form/fieldRules.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { numberIn } from '@carrara/ui/value/readNumber.ts';
import { referenceText } from '@carrara/ui/value/valueText.ts';
import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import { useDownload } from '../../../api/download.ts';
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import type { ViewProps } from '../../../frame/screenTypes.ts';
import { AsOfInput } from '../../../record/editor/AsOfInput.tsx';
import { changedShares } from '../../../record/profile/vestingDates.ts';
import { Texts } from '../../../record/run/Texts.tsx';
import { Stack } from '../../../record/Stack.tsx';
import styles from './participant.module.css';
import { useExplainVesting } from './useExplainVesting.ts';
import { VestedFigures } from './VestedFigures.tsx';
import { VestingTable } from './VestingTable.tsx';

const amountField = {
  kind: 'money',
  title: 'Carry amount',
  help: 'Leave blank for the amount the sources have paid so far.',
} as const;

/** Computes the vested and forfeited parts of a carry amount on a date, by tranche. */
export function VestingView({ id }: ViewProps) {
  const [amount, setAmount] = useState('');
  const [date, setDate] = useState<string | null>(null);
  const location = useVestingLocation(id);
  const carryAmount = numberIn(amountField, amount);
  const query = { ...(carryAmount ? { carryAmount } : {}), ...(date ? { vestingDate: date } : {}), ...location.query };
  const { data, error } = useRead('getParticipantVesting', { params: { id }, query });
  const explain = useExplainVesting(id, query);
  const download = useDownload();
  const exportAll = () => void download('exportParticipantVesting', { params: { id }, query });
  return (
    <Stack>
      <Panel
        title="Vesting analysis"
        actions={
          <Button variant="default" onClick={exportAll}>
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
            onBlur={() => undefined}
            error={fieldError(amountField, amount)}
            disabled={false}
          />
          <AsOfInput help="Leave blank for today. Nothing vests after the leaving date." onChange={setDate} />
          {location.inputs}
        </div>
      </Panel>
      {error ? <Banner tone="bad">{failureText(error)}</Banner> : null}
      {!data && !error ? <LoadingState /> : null}
      {data && !error ? (
        <>
          <Texts tone="warn" texts={changedShares(data.sources)} />
          <VestedFigures analysis={data} explain={explain} carryAmount={carryAmount} />
          <VestingTable analysis={data} explain={explain} />
        </>
      ) : null}
    </Stack>
  );
}

/** Manages the choice of sources: all, one fund or coinvestment, or one investment of it. */
function useVestingLocation(id: string) {
  const [holderId, setHolder] = useState<string | null>(null);
  const [investmentId, setInvestment] = useState<string | null>(null);
  const { data: holders = [] } = useRead('listParticipantFundsAndCoinvestments', { params: { id } });
  const { data: investments = [] } = useRead('listParticipantInvestments', { params: { id } });
  const within = investments.filter(({ fundId }) => !holderId || fundId === holderId);
  const choices = (all: readonly { readonly id: string; readonly name: string }[]) => [
    ...new Map(all.map((option) => [option.id, { value: option.id, label: referenceText(option) }])).values(),
  ];
  const query = { ...(holderId ? { fundId: holderId } : {}), ...(investmentId ? { investmentId } : {}) };
  const inputs = (
    <>
      <Select
        label="Fund or coinvestment"
        clearable
        searchable
        placeholder="All"
        data={choices(holders)}
        value={holderId}
        onChange={(holder) => {
          setHolder(holder);
          setInvestment(null);
        }}
      />
      {investments.length > 0 ? (
        <Select
          label="Investment"
          clearable
          searchable
          placeholder="All"
          data={choices(within)}
          value={investmentId}
          onChange={setInvestment}
        />
      ) : null}
    </>
  );
  return { query, inputs };
}
