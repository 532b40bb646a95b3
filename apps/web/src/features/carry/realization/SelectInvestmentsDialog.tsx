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
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRead } from '../../../api/calls.ts';
import { failureText } from '../../../api/failure.ts';
import styles from '../../../record/dialogs.module.css';
import { holderOf, type RealizationOption } from './sourceDrafts.ts';

/** Asks what carry is realized from; answers the chosen options, or nothing when cancelled. */
export const askInvestments = (chosen: readonly string[]): Promise<readonly RealizationOption[] | undefined> =>
  openDialog<readonly RealizationOption[] | undefined>((close) => (
    <SelectInvestmentsDialog chosen={chosen} onClose={close} />
  ));

const columns = [
  { field: 'name', kind: 'text', title: 'Source' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'vintage', kind: 'reference', title: 'Vintage' },
  { field: 'allocationProfile', kind: 'reference', title: 'Allocation profile' },
] as const;

interface Node {
  readonly option: RealizationOption;
  readonly children: readonly Node[];
}

/** A fund or coinvestment, its investments, each with its tranches. */
function nodesOf(options: readonly RealizationOption[], search: string): readonly Node[] {
  const words = search.trim().toLowerCase();
  const holders = options.filter(({ type }) => type === 'Fund' || type === 'Coinvestment');
  return holders.flatMap((holder) => {
    const own = options.filter((option) => option.id !== holder.id && holderOf(option) === holder.id);
    const matching = own.filter(({ name }) => name.toLowerCase().includes(words));
    const shown = words === '' || holder.name.toLowerCase().includes(words) ? own : matching;
    if (words !== '' && shown.length === 0) return [];
    return [{ option: holder, children: shown.map((option) => ({ option, children: [] })) }];
  });
}

export interface SelectInvestmentsDialogProps {
  readonly chosen: readonly string[];
  readonly onClose: (chosen?: readonly RealizationOption[]) => void;
}

export function SelectInvestmentsDialog({ chosen: before, onClose }: SelectInvestmentsDialogProps) {
  const { data, error, refetch } = useRead('listInvestmentsForRealizations', undefined);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before));
  const [search, setSearch] = useState('');
  const [problem, setProblem] = useState<string>();
  const byId = useMemo(() => new Map((data ?? []).map((option) => [option.id, option])), [data]);
  const nodes = useMemo(() => nodesOf(data ?? [], search), [data, search]);
  const [first] = [...chosen].flatMap((id) => byId.get(id) ?? []);
  // One fund or coinvestment at a time: the first choice locks the others.
  const isLocked = (option: RealizationOption) => first !== undefined && holderOf(option) !== holderOf(first);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setProblem(undefined);
    setChosen(next);
  };
  const submit = () => {
    if (chosen.size === 0) return setProblem('Choose at least one source.');
    onClose([...chosen].flatMap((id) => byId.get(id) ?? []));
  };
  return (
    <DialogFrame title="Select investments" onClose={() => onClose()} size="xl">
      <p className={styles.lead}>Of one fund or coinvestment; the others are locked once one is chosen.</p>
      <div className={styles.bar}>
        <TextInput
          aria-label="Search investments"
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
            label="Investments"
            columns={columns}
            rows={nodes}
            rowKey={({ option }) => option.id}
            childrenOf={({ children }) => children}
            // What was found or chosen is in sight; all of a large firm is not laid out unasked.
            startsOpen={search.trim() !== '' || before.length > 0}
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
