import { openDialog } from '@carrara/ui/feedback/openDialogs.ts';
import { useRead } from '../../../api/calls.ts';
import { ChooseSources, type SourceNode } from '../../../record/run/ChooseSources.tsx';
import { sourceHolder, type RealizationOption } from './sourceDrafts.ts';

/** Opens a dialog to choose the sources of the realized carry. Resolves to the chosen options, or to undefined if canceled. */
export const openInvestmentsDialog = (chosen: readonly string[]): Promise<readonly RealizationOption[] | undefined> =>
  openDialog<readonly RealizationOption[] | undefined>((close) => (
    <SelectInvestmentsDialog chosen={chosen} onClose={close} />
  ));

const columns = [
  { field: 'type', kind: 'text', title: 'Type' },
  { field: 'vintage', kind: 'reference', title: 'Vintage' },
  { field: 'allocationProfile', kind: 'reference', title: 'Allocation profile' },
] as const;

const cells = {
  type: ({ type }: RealizationOption) => type,
  vintage: ({ vintage }: RealizationOption) => vintage?.name ?? '–',
  allocationProfile: ({ allocationProfile }: RealizationOption) => allocationProfile?.name ?? '–',
};

const named = (option: RealizationOption) => option;
/** True if an option belongs to another fund or coinvestment than the first choice. */
const lockOf = (option: RealizationOption, [first]: readonly RealizationOption[]) =>
  first !== undefined && sourceHolder(option) !== sourceHolder(first);

/** Returns a tree of a fund or coinvestment, its investments, and their tranches. */
function nodesOf(options: readonly RealizationOption[], search: string): readonly SourceNode<RealizationOption>[] {
  const term = search.trim().toLowerCase();
  const holders = options.filter(({ type }) => type === 'Fund' || type === 'Coinvestment');
  return holders.flatMap((holder) => {
    const own = options.filter((option) => option.id !== holder.id && sourceHolder(option) === holder.id);
    const matching = own.filter(({ name }) => name.toLowerCase().includes(term));
    const visible = term === '' || holder.name.toLowerCase().includes(term) ? own : matching;
    if (term !== '' && visible.length === 0) return [];
    return [{ option: holder, children: visible.map((option) => ({ option, children: [] })) }];
  });
}

export interface SelectInvestmentsDialogProps {
  readonly chosen: readonly string[];
  readonly onClose: (chosen?: readonly RealizationOption[]) => void;
}

export function SelectInvestmentsDialog(props: SelectInvestmentsDialogProps) {
  return (
    <ChooseSources
      {...props}
      title="Select investments"
      itemsLabel="Investments"
      lead="Choose investments of one fund or coinvestment. Once you choose one, investments of others are locked."
      options={useRead('listInvestmentsForRealizations', undefined)}
      namedBy={named}
      nodesOf={nodesOf}
      lockOf={lockOf}
      columns={columns}
      cells={cells}
    />
  );
}
