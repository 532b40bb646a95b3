import type { CurrencyPair } from '@carrara/contract/platform/fx/fx';
import type { Fields } from '@carrara/contract/core/fields';
import type { Reference } from '@carrara/contract/core/kinds';
import { EmptyState } from '@carrara/ui/feedback/states.tsx';
import { toastError, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { SelectionBar } from '@carrara/ui/list/SelectionBar.tsx';
import { useRowSelection } from '@carrara/ui/list/selection.ts';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Tag } from '@carrara/ui/value/StatusBadge.tsx';
import { Button } from '@mantine/core';
import { addressInModule } from '../../../address/addressInModule.ts';
import { useRead, useWrite } from '../../../api/calls.ts';
import { ReadState } from '../../../record/ReadState.tsx';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';
import { RowButton } from '../../../record/list/RowButton.tsx';
import { BulkButton } from '../../../record/list/SelectionActions.tsx';
import { useArchiveSelected } from '../../../record/list/useArchiveSelected.ts';
import { useStoredSelection } from '../../../record/list/useSelection.tsx';
import { ChangedByAdministrators } from '../../../record/profile/ChangedByAdministrators.tsx';
import { useAllowed } from '../../../session/hooks.ts';
import { archiveFailed, reportedArchive } from './archiveTexts.ts';

const columns = [
  { field: 'partitionKey', kind: 'code', title: 'Pair' },
  { field: 'source', kind: 'text', title: 'From' },
  { field: 'destination', kind: 'text', title: 'To' },
  { field: 'numberOfRates', kind: 'count', title: 'Rates' },
  { field: 'displayOrder', kind: 'count', title: 'Order' },
] as const;

const nameOf = ({ partitionKey }: CurrencyPair) => partitionKey.replace('-', '/');
const currency = (code: string, description: string, symbol: string) =>
  `${code} – ${description}${symbol && symbol !== code ? ` (${symbol})` : ''}`;

/** Returns why a pair can be neither archived nor activated. */
const whyFixed = ({ archivedCurrencies }: CurrencyPair): string | undefined =>
  archivedCurrencies.length === 0 ? undefined : `Activate ${archivedCurrencies.join(' and ')} in the currencies first.`;

const cells = {
  partitionKey: (pair: CurrencyPair) => (
    <>
      <a href={`#${addressInModule(`/carry/settings/fx/history?pair=${pair.partitionKey}`)}`}>{nameOf(pair)}</a>{' '}
      {pair.isInactive ? <Tag>Archived</Tag> : null}
    </>
  ),
  source: (pair: CurrencyPair) =>
    currency(pair.sourceCurrencyCode, pair.sourceCurrencyDescription, pair.sourceCurrencySymbol),
  destination: (pair: CurrencyPair) =>
    currency(pair.destinationCurrencyCode, pair.destinationCurrencyDescription, pair.destinationCurrencySymbol),
};

/** Currency pairs that have exchange rates, including archived ones. Both currencies come from the reference data. */
export function CurrencyPairs() {
  const { data, error, refetch } = useRead('listCurrencyPairs', { query: { includeInactive: 'true' } });
  const mayEdit = useAllowed('reference.edit');
  const edit = useEditPair();
  const { clear, ...stored } = useStoredSelection<CurrencyPair>('');
  const selection = useRowSelection<CurrencyPair>({ rows: data ?? [], ...stored, keyOf: ({ id }) => id, nameOf });
  const bulkActions = useArchiveSelected<CurrencyPair>({
    call: 'archiveCurrencyPairs',
    nameOf,
    isInactive: ({ isInactive }) => isInactive,
    whyNot: whyFixed,
    archived: 'Archived pairs get no new rates. Their stored rates stay.',
    restored: 'Activated pairs can get rates again.',
    restore: { label: 'Activate', done: 'activated' },
    noun: 'currency pair',
  });
  if (!data) return <ReadState error={error} onRetry={refetch} lines={6} />;
  const selected = data.filter(({ id }) => stored.selected.has(id));
  const add = mayEdit ? <Button onClick={() => void edit()}>Add</Button> : null;
  return (
    <Panel isPage title={`Currency pairs (${String(data.length)})`} flush actions={data.length > 0 ? add : null}>
      <ChangedByAdministrators permission="reference.edit" />
      <SelectionBar
        {...stored}
        count={selected.length}
        onSelectMatching={() => undefined}
        onClear={clear}
        actions={bulkActions.map((action) => (
          <BulkButton key={action.label} action={action} rows={selected} onDone={clear} />
        ))}
      />
      {data.length === 0 ? (
        <EmptyState action={add} />
      ) : (
        <DataTable
          label="Currency pairs"
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          cells={cells}
          {...(mayEdit ? { selection, rowActions: (pair: CurrencyPair) => <PairActions pair={pair} /> } : {})}
        />
      )}
    </Panel>
  );
}

function PairActions({ pair }: { readonly pair: CurrencyPair }) {
  const edit = useEditPair();
  const archive = useArchivePair();
  const act = pair.isInactive ? 'Activate' : 'Archive';
  const button = (label: string, onClick: () => void) => (
    <RowButton label={label} subject={nameOf(pair)} onClick={onClick} />
  );
  return (
    <>
      {button('Edit', () => void edit(pair))}
      {whyFixed(pair) === undefined ? button(act, () => void archive(pair)) : null}
    </>
  );
}

/** Returns the fields of a pair. If the pair has rates, its currencies can't be changed. */
const fieldsOf = (pair: CurrencyPair | undefined): Fields => {
  const readOnly = pair !== undefined && pair.numberOfRates > 0;
  const currencyField = (title: string) => ({
    kind: 'reference' as const,
    target: 'reference:currency',
    title,
    required: true,
    readOnly,
  });
  return {
    source: currencyField('From'),
    destination: currencyField('To'),
    displayOrder: { kind: 'count', title: 'Order', help: 'Smaller numbers come first.' },
  };
};

interface Typed {
  readonly source?: Reference;
  readonly destination?: Reference;
  readonly displayOrder?: number | null;
}

const reference = (code: string, description: string): Reference => ({ id: code, code, description });

/** Opens a form for a pair and saves it. */
function useEditPair(): (pair?: CurrencyPair) => Promise<void> {
  const [save] = useWrite('saveCurrencyPair');
  return async (pair) => {
    await openFormDialog({
      title: pair ? `Edit ${nameOf(pair)}` : 'Add currency pair',
      fields: fieldsOf(pair),
      initial: pair
        ? {
            source: reference(pair.sourceCurrencyCode, pair.sourceCurrencyDescription),
            destination: reference(pair.destinationCurrencyCode, pair.destinationCurrencyDescription),
            displayOrder: pair.displayOrder,
          }
        : { displayOrder: 0 },
      check: ({ source, destination }) => {
        const isSame = (source as Reference | null)?.code === (destination as Reference | null)?.code;
        return { destination: source && isSame ? 'is the same currency' : undefined };
      },
      save: async (values) => {
        const { source, destination, displayOrder } = values as Typed;
        const head = pair ? { id: pair.id, rowVersion: pair.rowVersion, isInactive: pair.isInactive } : {};
        const saved = await save({
          body: {
            ...head,
            sourceCurrencyCode: source?.code ?? pair?.sourceCurrencyCode ?? '',
            destinationCurrencyCode: destination?.code ?? pair?.destinationCurrencyCode ?? '',
            displayOrder: displayOrder ?? 0,
          },
        });
        toastSuccess(`${nameOf(saved)} ${pair ? 'updated' : 'saved'} successfully`);
      },
    });
  };
}

/** Archives an active pair, or activates an archived one. */
function useArchivePair(): (pair: CurrencyPair) => Promise<void> {
  const [save] = useWrite('saveCurrencyPair');
  return async (pair) => {
    const { id, rowVersion, sourceCurrencyCode, destinationCurrencyCode, displayOrder } = pair;
    const isInactive = !pair.isInactive;
    try {
      await save({
        body: { id, rowVersion, sourceCurrencyCode, destinationCurrencyCode, displayOrder, isInactive },
      });
      toastSuccess(reportedArchive(nameOf(pair), isInactive));
    } catch (failure) {
      toastError(archiveFailed(nameOf(pair), failure));
    }
  };
}
