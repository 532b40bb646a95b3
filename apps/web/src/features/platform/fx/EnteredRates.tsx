import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import type { ListState } from '@carrara/ui/list/listState.ts';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { lists } from 'virtual:contract/tables';
import { addressInModule } from '../../../address/addressInModule.ts';
import { useRead, useWrite } from '../../../api/calls.ts';
import { runConfirmed } from '../../../api/runWithToast.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { useAllowed } from '../../../session/hooks.ts';
import { showRateChanges } from './RateChanges.tsx';
import { useEditRate } from './useEditRate.ts';

const list = lists.listExchangeRates;
const cells = { partitionKey: (row: RecordValue) => pairText(row) };
const byPair = ({ filters }: ListState) => {
  const [pair] = filters['pair'] ?? [];
  return pair === undefined ? {} : { pair };
};

const pairText = (row: RecordValue) => String(row['partitionKey']).replace('-', '/');
const nameOf = (row: RecordValue) => `${pairText(row)} of ${formatDate(String(row['effectiveDate']))}`;

/** All entered rates with their author and time, with actions to correct, delete and export them. */
export function EnteredRates() {
  const { data: pairs = [] } = useRead('listCurrencyPairs', { query: { includeInactive: 'true' } });
  const mayEdit = useAllowed('fx.edit');
  const edit = useEditRate();
  const filters = useMemo<readonly ListFilter[]>(
    () => [
      {
        id: 'pair',
        title: 'Pair',
        options: pairs.map(({ partitionKey }) => ({ value: partitionKey, label: partitionKey.replace('-', '/') })),
      },
    ],
    [pairs],
  );
  const active = pairs.filter(({ isInactive }) => !isInactive);
  const add =
    mayEdit && active.length > 0 ? (
      <>
        <Button
          component="a"
          href={`#${addressInModule('/carry/datamanagement?upload=exchange-rates')}`}
          variant="default"
        >
          Upload
        </Button>
        <Button onClick={() => void edit(active)}>Add rate</Button>
      </>
    ) : null;
  return (
    <RecordTable
      list={list}
      title="Entered rates"
      filters={filters}
      query={byPair}
      cells={cells}
      rowActions={(row) => <RateActions row={row} onEdit={() => void edit(active, row)} mayEdit={mayEdit} />}
      actions={add}
    />
  );
}

interface RateActionsProps {
  readonly row: RecordValue;
  readonly mayEdit: boolean;
  readonly onEdit: () => void;
}

function RateActions({ row, mayEdit, onEdit }: RateActionsProps) {
  const [remove] = useWrite('deleteExchangeRate');
  const name = nameOf(row);
  const confirmRemoval = async () => {
    const text = "Deleting this rate is permanent and can't be undone. Are you sure you want to continue?";
    await runConfirmed({ title: `Delete the rate ${name}`, text, confirmLabel: 'Delete' }, async () => {
      await remove({ params: { id: row.id }, query: { rowVersion: row.rowVersion } });
      return `${name} deleted successfully`;
    });
  };
  const button = (label: string, act: () => void) => <RowButton label={label} subject={name} onClick={act} />;
  return (
    <>
      {button('Changes', () => void showRateChanges(row.id, name))}
      {mayEdit ? button('Edit', onEdit) : null}
      {mayEdit ? button('Delete', () => void confirmRemoval()) : null}
    </>
  );
}
