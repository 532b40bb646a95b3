import { exclusionOf, type PlacedSource } from '@carrara/domain/carry/forecast';
import {
  Banner,
  DialogActions,
  DialogFrame,
  EmptyState,
  ErrorState,
  LoadingState,
  openDialog,
} from '@carrara/ui/feedback';
import { DataTable } from '@carrara/ui/list';
import { Value } from '@carrara/ui/value';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import styles from '../../../record/dialogs.module.css';
import type { ForecastOption } from './sourceDrafts.ts';

/** Asks what carry is expected from; answers the chosen options, or nothing when cancelled. */
export const askForecastSources = (chosen: readonly string[]): Promise<readonly ForecastOption[] | undefined> =>
  openDialog<readonly ForecastOption[] | undefined>((close) => (
    <SelectForecastSourcesDialog chosen={chosen} onClose={close} />
  ));

const columns = [
  { field: 'name', kind: 'text', title: 'Source' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'investedAmount', kind: 'money', title: 'Invested' },
  { field: 'vintage', kind: 'reference', title: 'Vintage' },
  { field: 'allocationProfile', kind: 'reference', title: 'Allocation profile' },
] as const;

interface Node {
  readonly option: ForecastOption;
  readonly children: readonly Node[];
}

const holderOf = ({ coinvestment, fund, id }: ForecastOption) => coinvestment?.id ?? fund?.id ?? id;
const placeOf = (option: ForecastOption): PlacedSource => ({
  id: option.id,
  holderId: holderOf(option),
  partId: option.partId,
});

/** A fund or coinvestment, its investments, each with its tranches. */
function nodesOf(options: readonly ForecastOption[], search: string): readonly Node[] {
  const words = search.trim().toLowerCase();
  const matches = ({ name }: ForecastOption) => name.toLowerCase().includes(words);
  const nodesBelow = (below: readonly ForecastOption[], isAll: boolean): readonly Node[] =>
    below.flatMap((option) => {
      const own = options.filter(({ partId }) => partId === option.id);
      const children = nodesBelow(own, isAll || matches(option));
      return isAll || matches(option) || children.length > 0 ? [{ option, children }] : [];
    });
  const holders = options.filter(({ type }) => type === 'Fund' || type === 'Coinvestment');
  return holders.flatMap((holder) => {
    const parts = options.filter(
      (option) => option.id !== holder.id && option.partId === null && holderOf(option) === holder.id,
    );
    const isAll = words === '' || matches(holder);
    const children = nodesBelow(parts, isAll);
    return isAll || children.length > 0 ? [{ option: holder, children }] : [];
  });
}

interface SelectForecastSourcesDialogProps {
  readonly chosen: readonly string[];
  readonly onClose: (chosen?: readonly ForecastOption[]) => void;
}

/** What was chosen locks what excludes it: other funds and coinvestments, and the whole or the parts of what is chosen. */
export function SelectForecastSourcesDialog({ chosen: before, onClose }: SelectForecastSourcesDialogProps) {
  const { data, error, refetch } = useRead('listForecastSourceOptions', undefined);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before));
  const [search, setSearch] = useState('');
  const [problem, setProblem] = useState<string>();
  const byId = useMemo(() => new Map((data ?? []).map((option) => [option.id, option])), [data]);
  const nodes = useMemo(() => nodesOf(data ?? [], search), [data, search]);
  const picked = [...chosen].flatMap((id) => byId.get(id) ?? []);
  const isLocked = (option: ForecastOption) =>
    picked.some((other) => exclusionOf(placeOf(option), placeOf(other)) !== undefined);
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
  return (
    <DialogFrame title="Select forecast sources" onClose={() => onClose()} size="wide">
      <p className={styles.lead}>
        Of one fund or coinvestment: the whole of it, or investments and tranches. What excludes what you chose is
        locked.
      </p>
      <div className={styles.bar}>
        <TextInput
          aria-label="Search sources"
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
      {data && nodes.length === 0 ? <EmptyState text="Nothing matches." /> : null}
      {nodes.length > 0 ? (
        <div className={styles.tall}>
          <DataTable<Node>
            label="Sources"
            columns={columns}
            rows={nodes}
            rowKey={({ option }) => option.id}
            childrenOf={({ children }) => children}
            density="compact"
            cells={{
              name: ({ option }) => (
                <Checkbox
                  label={option.name}
                  checked={chosen.has(option.id)}
                  disabled={isLocked(option)}
                  onChange={() => toggle(option.id)}
                />
              ),
              type: ({ option }) => option.type,
              investedAmount: ({ option }) => <Value kind="money" value={option.investedAmount} />,
              vintage: ({ option }) => option.vintage?.name ?? '–',
              allocationProfile: ({ option }) => option.allocationProfile?.name ?? '–',
            }}
          />
        </div>
      ) : null}
      {problem ? <Banner tone="bad">{problem}</Banner> : null}
      <DialogActions>
        <Button variant="default" onClick={() => onClose()}>
          Cancel
        </Button>
        <Button onClick={submit}>{chosen.size > 0 ? `Use ${String(chosen.size)}` : 'Use'}</Button>
      </DialogActions>
    </DialogFrame>
  );
}
