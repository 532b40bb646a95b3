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
import { failureText } from '../../../api/failure.ts';
import { useRead } from '../../../api/calls.ts';
import styles from './selectSourcesDialog.module.css';
import { shownNodes, type SourceNode, type SourceOption, whyExcluded } from './sourceTree.ts';

export interface SelectSourcesOptions {
  readonly distributionDate: string | null;
  readonly chosen: readonly string[];
}

/** Asks what is distributed from; answers the chosen options, or nothing when cancelled. */
export const askSources = (options: SelectSourcesOptions): Promise<readonly SourceOption[] | undefined> =>
  openDialog<readonly SourceOption[] | undefined>((close) => <SelectSourcesDialog {...options} onClose={close} />);

const columns = [
  { field: 'name', kind: 'text', title: 'Source' },
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'currency', kind: 'text', title: 'Currency' },
  { field: 'profile', kind: 'text', title: 'Profiles' },
] as const;

type SelectSourcesDialogProps = SelectSourcesOptions & {
  readonly onClose: (chosen?: readonly SourceOption[]) => void;
};

export function SelectSourcesDialog({ distributionDate, chosen: before, onClose }: SelectSourcesDialogProps) {
  const query = distributionDate ? { distributionDate } : {};
  const { data, error, refetch } = useRead('listDistributionSourceOptions', { query });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(before));
  const [search, setSearch] = useState('');
  const [problem, setProblem] = useState<string>();
  const byId = useMemo(() => new Map((data ?? []).map((option) => [option.source.id, option])), [data]);
  const nodes = useMemo(() => shownNodes(data ?? [], search), [data, search]);
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
    <DialogFrame title="Select sources" onClose={() => onClose()} size="xl">
      <div className={styles.dialogBar}>
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
          <DataTable<SourceNode>
            label="Sources"
            columns={columns}
            rows={nodes}
            rowKey={({ option }) => option.source.id}
            childrenOf={({ children }) => children}
            density="compact"
            cells={{
              name: ({ option }) => (
                <SourceCheckbox
                  option={option}
                  checked={chosen.has(option.source.id)}
                  excluded={whyExcluded(option, chosen, byId)}
                  onToggle={() => toggle(option.source.id)}
                />
              ),
              type: ({ option }) => option.type,
              currency: ({ option }) => option.currency?.code ?? option.currency?.name ?? '–',
              profile: ({ option }) => profileText(option),
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

interface SourceCheckboxProps {
  readonly option: SourceOption;
  readonly checked: boolean;
  readonly excluded: string | undefined;
  readonly onToggle: () => void;
}

function SourceCheckbox({ option, checked, excluded, onToggle }: SourceCheckboxProps) {
  return (
    <Checkbox
      checked={checked}
      disabled={excluded !== undefined}
      onChange={onToggle}
      label={option.source.name}
      description={excluded}
    />
  );
}

/** How many profiles it can be distributed by. */
function profileText({ profiles }: SourceOption): string {
  const usable = profiles.filter(({ isValid }) => isValid).length;
  return usable === 0 ? '–' : String(usable);
}
