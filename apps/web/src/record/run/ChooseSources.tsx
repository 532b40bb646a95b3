import type { Column } from '@carrara/contract/core/fields';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { DialogActions, DialogFrame } from '@carrara/ui/feedback/DialogFrame.tsx';
import { EmptyState, ErrorState, LoadingState } from '@carrara/ui/feedback/states.tsx';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import type { DataTableProps } from '@carrara/ui/list/tableTypes.ts';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { Reading } from '../../api/calls.ts';
import { failureText } from '../../api/failure.ts';
import { useAllowed } from '../../session/hooks.ts';
import styles from './chooseSources.module.css';

export interface SourceNode<Option> {
  readonly option: Option;
  readonly children: readonly SourceNode<Option>[];
}

interface ChooseSourcesProps<Option> {
  readonly title: string;
  /** The chosen things in the plural, for the name of the table and its search. */
  readonly itemsLabel: string;
  readonly lead?: string;
  readonly size?: 'xl' | 'wide';
  readonly options: Pick<Reading<readonly Option[]>, 'data' | 'error' | 'refetch'>;
  readonly namedBy: (option: Option) => { readonly id: string; readonly name: string };
  /** Returns the tree of the options that match a search. */
  readonly nodesOf: (options: readonly Option[], search: string) => readonly SourceNode<Option>[];
  /** Returns the reason why an option can't be combined with the chosen ones, or true if the lead text explains it. */
  readonly lockOf: (option: Option, chosen: readonly Option[]) => string | boolean | undefined;
  /** Columns after the name. */
  readonly columns: readonly Column[];
  readonly cells: DataTableProps<Option>['cells'];
  /** The ids of the initial choice. */
  readonly chosen: readonly string[];
  readonly onClose: (chosen?: readonly Option[]) => void;
}

const nameColumn = { field: 'name', kind: 'text', title: 'Source' } as const;

/** A dialog to choose the funds, coinvestments, investments or tranches of a run. */
export function ChooseSources<Option>(props: ChooseSourcesProps<Option>) {
  const { options, namedBy, nodesOf, lockOf, chosen: before, onClose } = props;
  const { data, error, refetch } = options;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before));
  const [search, setSearch] = useState('');
  const [problem, setProblem] = useState<string>();
  const byId = useMemo(() => new Map((data ?? []).map((option) => [namedBy(option).id, option])), [data, namedBy]);
  const nodes = useMemo(() => nodesOf(data ?? [], search), [nodesOf, data, search]);
  const picked = [...chosen].flatMap((id) => byId.get(id) ?? []);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setProblem(undefined);
    setChosen(next);
  };
  const submit = () => {
    if (picked.length === 0) return setProblem('Choose at least one source.');
    onClose(picked);
  };
  const isSearched = search.trim() !== '';
  const nameCell = ({ option }: SourceNode<Option>) => {
    const { id, name } = namedBy(option);
    const lock = chosen.has(id) ? undefined : lockOf(option, picked);
    return (
      <Checkbox
        label={name}
        checked={chosen.has(id)}
        disabled={Boolean(lock)}
        description={typeof lock === 'string' ? lock : undefined}
        onChange={() => toggle(id)}
      />
    );
  };
  const itemsLabel = props.itemsLabel.toLowerCase();
  return (
    <DialogFrame title={props.title} onClose={() => onClose()} size={props.size ?? 'xl'}>
      {props.lead ? <p className={styles.lead}>{props.lead}</p> : null}
      <div className={styles.bar}>
        <TextInput
          aria-label={`Search ${itemsLabel}`}
          data-only-shows
          placeholder="Search funds, coinvestments, investments, tranches"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          data-autofocus
        />
        <Button variant="default" disabled={chosen.size === 0} onClick={() => setChosen(new Set())}>
          Clear all
        </Button>
      </div>
      {error ? <ErrorState message={failureText(error)} onRetry={refetch} /> : null}
      {!data && !error ? <LoadingState lines={8} /> : null}
      {data && data.length > 0 && nodes.length === 0 ? <EmptyState text="Nothing matches." /> : null}
      {data?.length === 0 ? <NoSources onLeave={() => onClose()} /> : null}
      {nodes.length > 0 ? (
        <div className={styles.tall}>
          {/* Opens the tree only for a search or an existing choice. In a large firm, the whole tree would be too long. */}
          <SourceTree {...props} nodes={nodes} startsOpen={isSearched || before.length > 0} nameCell={nameCell} />
        </div>
      ) : null}
      {problem ? <Banner tone="bad">{problem}</Banner> : null}
      <DialogActions onCancel={onClose}>
        <Button onClick={submit}>
          {chosen.size > 0 ? `Add ${String(chosen.size)} ${chosen.size === 1 ? 'source' : 'sources'}` : 'Add sources'}
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

/** Without any fund or coinvestment there is nothing to choose. */
function NoSources({ onLeave }: { readonly onLeave: () => void }) {
  const mayAdd = useAllowed('fund.edit');
  return (
    <EmptyState
      text="There are no sources yet. Add a fund first, then its allocation profile."
      action={
        mayAdd ? (
          <Button component="a" href="#/carry/fund/add" onClick={onLeave}>
            Add fund
          </Button>
        ) : null
      }
    />
  );
}

type SourceTreeProps<Option> = Pick<ChooseSourcesProps<Option>, 'itemsLabel' | 'columns' | 'cells' | 'namedBy'> & {
  readonly nodes: readonly SourceNode<Option>[];
  readonly startsOpen: boolean;
  readonly nameCell: (node: SourceNode<Option>) => ReactNode;
};

const SourceTree = <Option,>(props: SourceTreeProps<Option>) => (
  <DataTable<SourceNode<Option>>
    label={props.itemsLabel}
    columns={[nameColumn, ...props.columns]}
    rows={props.nodes}
    rowKey={({ option }) => props.namedBy(option).id}
    childrenOf={({ children }) => children}
    startsOpen={props.startsOpen}
    density="compact"
    cells={{
      ...Object.fromEntries(
        Object.entries(props.cells ?? {}).map(([field, cell]) => [
          field,
          ({ option }: SourceNode<Option>) => cell(option),
        ]),
      ),
      name: props.nameCell,
    }}
  />
);
