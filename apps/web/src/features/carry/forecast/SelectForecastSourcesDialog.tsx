import { findExclusion, type PositionedSource } from '@carrara/domain/carry/forecast';
import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { Value } from '@carrara/ui/value/Value.tsx';
import { useRead } from '../../../api/calls.ts';
import { ChooseSources, type SourceNode } from '../../../record/run/ChooseSources.tsx';
import type { ForecastOption } from './sourceDrafts.ts';

/** Opens a dialog to choose the sources of the expected carry. Resolves to the chosen options, or to undefined if canceled. */
export const openForecastSourcesDialog = (chosen: readonly string[]): Promise<readonly ForecastOption[] | undefined> =>
  openDialog<readonly ForecastOption[] | undefined>((close) => (
    <SelectForecastSourcesDialog chosen={chosen} onClose={close} />
  ));

const columns = [
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'investedAmount', kind: 'money', title: 'Invested' },
  { field: 'vintage', kind: 'reference', title: 'Vintage' },
  { field: 'allocationProfile', kind: 'reference', title: 'Allocation profile' },
] as const;

const cells = {
  type: ({ type }: ForecastOption) => type,
  investedAmount: ({ investedAmount }: ForecastOption) => <Value kind="money" value={investedAmount} />,
  vintage: ({ vintage }: ForecastOption) => vintage?.name ?? '–',
  allocationProfile: ({ allocationProfile }: ForecastOption) => allocationProfile?.name ?? '–',
};

type Node = SourceNode<ForecastOption>;

const named = (option: ForecastOption) => option;
const holderOf = ({ coinvestment, fund, id }: ForecastOption) => coinvestment?.id ?? fund?.id ?? id;
const locationOf = (option: ForecastOption): PositionedSource => ({
  id: option.id,
  holderId: holderOf(option),
  partId: option.partId,
});

/** True if an option is excluded: it belongs to another fund or coinvestment, or it contains or is contained in a chosen option. */
const lockOf = (option: ForecastOption, chosen: readonly ForecastOption[]) =>
  chosen.some((other) => findExclusion(locationOf(option), locationOf(other)) !== undefined);

/** Returns a tree of a fund or coinvestment, its investments, and their tranches. */
function nodesOf(options: readonly ForecastOption[], search: string): readonly Node[] {
  const term = search.trim().toLowerCase();
  const matches = ({ name }: ForecastOption) => name.toLowerCase().includes(term);
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
    const isAll = term === '' || matches(holder);
    const children = nodesBelow(parts, isAll);
    return isAll || children.length > 0 ? [{ option: holder, children }] : [];
  });
}

interface SelectForecastSourcesDialogProps {
  readonly chosen: readonly string[];
  readonly onClose: (chosen?: readonly ForecastOption[]) => void;
}

export function SelectForecastSourcesDialog(props: SelectForecastSourcesDialogProps) {
  return (
    <ChooseSources
      {...props}
      title="Select forecast sources"
      itemsLabel="Sources"
      size="wide"
      lead="Choose a whole fund or coinvestment, or investments and tranches of one. Sources that can't be combined with your choice are locked."
      options={useRead('listForecastSourceOptions', undefined)}
      namedBy={named}
      nodesOf={nodesOf}
      lockOf={lockOf}
      columns={columns}
      cells={cells}
    />
  );
}
