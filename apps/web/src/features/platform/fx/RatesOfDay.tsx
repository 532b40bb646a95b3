import type { RateOfDay } from '@carrara/contract/platform/fx/fx';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { FieldInput } from '@carrara/ui/form/FieldInput.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { dateMistake, formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { addressInModule } from '../../../address/addressInModule.ts';
import { failureText } from '../../../api/failure.ts';
import { skipToken, useRead } from '../../../api/calls.ts';
import { ChangedByAdministrators } from '../../../record/profile/ChangedByAdministrators.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { useToday } from '../../../session/useToday.ts';
import { EditRates } from './EditRates.tsx';
import styles from './fx.module.css';
import { derivationText, isDate } from './fxShape.ts';

const columns = [
  { field: 'partitionKey', kind: 'code', title: 'Pair' },
  { field: 'source', kind: 'text', title: 'From' },
  { field: 'destination', kind: 'text', title: 'To' },
  { field: 'rate', kind: 'rate', title: 'Rate' },
  { field: 'derivation', kind: 'text', title: 'Source' },
  { field: 'rateDate', kind: 'date', title: 'Rate date' },
] as const;

/** The rate of each pair on a date: its own rate, or one derived from others. The date is part of the address. */
export function RatesOfDay() {
  const [query, setQuery] = useSearchParams();
  const [typed, setTyped] = useState<string>();
  const [isEditing, setEditing] = useState(false);
  const today = useToday();
  const day = query.get('date') ?? today;
  const chosen = typed ?? day;
  const { data, error, refetch } = useRead(
    'getRatesForDate',
    isDate(day) ? { query: { effectiveDate: day } } : skipToken,
  );
  const mayEdit = useAllowed('fx.edit');
  const choose = (value: unknown) => {
    const text = typeof value === 'string' ? value : '';
    setTyped(isDate(text) ? undefined : text);
    if (isDate(text)) setQuery({ date: text }, { replace: true });
  };
  const hasPairs = data !== undefined && data.length > 0;
  return (
    <Panel
      isPage
      title="Exchange rates"
      flush
      actions={
        <div className={styles.actions}>
          <div className={styles.day}>
            <FieldInput
              name="effectiveDate"
              field={{ kind: 'date', title: 'On' }}
              value={chosen}
              onChange={choose}
              onBlur={() => undefined}
              error={isDate(chosen) ? undefined : `On ${dateMistake(chosen) ?? ''}`}
              disabled={isEditing}
            />
          </div>
          {mayEdit && hasPairs && !isEditing ? (
            <>
              <Button
                component="a"
                href={`#${addressInModule('/carry/datamanagement?upload=exchange-rates')}`}
                variant="default"
              >
                Upload
              </Button>
              <Button onClick={() => setEditing(true)}>Enter rates</Button>
            </>
          ) : null}
        </div>
      }
    >
      <ChangedByAdministrators permission="fx.edit" />
      {error && !data ? (
        <ErrorState message={failureText(error)} onRetry={refetch} />
      ) : !data ? (
        <LoadingState lines={6} />
      ) : !hasPairs ? (
        <NoPairs />
      ) : isEditing ? (
        <EditRates key={day} day={day} rates={data} onClose={() => setEditing(false)} />
      ) : (
        <DataTable
          label={`Exchange rates on ${formatDate(day)}`}
          columns={columns}
          rows={data}
          rowKey={keyOf}
          cells={cells}
        />
      )}
    </Panel>
  );
}

const keyOf = ({ partitionKey }: RateOfDay) => partitionKey;
const nameOf = (description: string, symbol: string) => (symbol ? `${description} (${symbol})` : description);
const cells = {
  partitionKey: ({ partitionKey }: RateOfDay) => (
    <a href={`#${addressInModule(`/carry/settings/fx/history?pair=${partitionKey}`)}`}>
      {partitionKey.replace('-', '/')}
    </a>
  ),
  source: (rate: RateOfDay) => nameOf(rate.sourceCurrencyDescription, rate.sourceCurrencySymbol),
  destination: (rate: RateOfDay) => nameOf(rate.destinationCurrencyDescription, rate.destinationCurrencySymbol),
  derivation: derivationText,
};

function NoPairs() {
  const mayAddPair = useAllowed('reference.edit');
  const mayUpload = useAllowed('fx.edit');
  return (
    <EmptyState
      text="There are no currency pairs yet, so there are no rates."
      hint={mayUpload ? 'A file of rates adds its pairs. To enter rates by hand, add a pair first.' : undefined}
      action={
        <Group justify="center" gap="xs">
          {mayUpload ? (
            <Button component="a" href={`#${addressInModule('/carry/datamanagement?upload=exchange-rates')}`}>
              Upload rates
            </Button>
          ) : null}
          {mayAddPair ? (
            <Button
              component="a"
              variant="default"
              href={`#${addressInModule('/carry/settings/reference/currency-pair')}`}
            >
              Add a currency pair
            </Button>
          ) : null}
        </Group>
      }
    />
  );
}
