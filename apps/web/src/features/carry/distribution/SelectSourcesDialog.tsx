import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { useMemo } from 'react';
import { useRead } from '../../../api/calls.ts';
import { ChooseSources } from '../../../record/run/ChooseSources.tsx';
import { displayedNodes, type SourceOption, exclusionReason } from './sourceTree.ts';

export interface SelectSourcesOptions {
  readonly distributionDate: string | null;
  readonly chosen: readonly string[];
}

/** Opens a dialog to choose the sources of a distribution. Resolves to the chosen options, or to undefined if canceled. */
export const openSourcesDialog = (options: SelectSourcesOptions): Promise<readonly SourceOption[] | undefined> =>
  openDialog<readonly SourceOption[] | undefined>((close) => <SelectSourcesDialog {...options} onClose={close} />);

const columns = [
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'currency', kind: 'text', title: 'Currency' },
  { field: 'profile', kind: 'text', title: 'Profiles' },
] as const;

type SelectSourcesDialogProps = SelectSourcesOptions & {
  readonly onClose: (chosen?: readonly SourceOption[]) => void;
};

/** The number of profiles that the source can be distributed by. */
function profileText({ profiles }: SourceOption): string {
  const usable = profiles.filter(({ isValid }) => isValid).length;
  return usable === 0 ? '–' : String(usable);
}

const cells = {
  type: ({ type }: SourceOption) => type,
  currency: ({ currency }: SourceOption) => currency?.code ?? currency?.name ?? '–',
  profile: profileText,
};
const sourceOf = ({ source }: SourceOption) => source;

export function SelectSourcesDialog({ distributionDate, chosen, onClose }: SelectSourcesDialogProps) {
  const query = distributionDate ? { distributionDate } : {};
  const options = useRead('listDistributionSourceOptions', { query });
  const byId = useMemo(() => new Map((options.data ?? []).map((option) => [option.source.id, option])), [options.data]);
  return (
    <ChooseSources
      title="Select sources"
      itemsLabel="Sources"
      options={options}
      namedBy={sourceOf}
      nodesOf={displayedNodes}
      lockOf={(option, picked) => exclusionReason(option, new Set(picked.map(({ source }) => source.id)), byId)}
      columns={columns}
      cells={cells}
      chosen={chosen}
      onClose={onClose}
    />
  );
}
