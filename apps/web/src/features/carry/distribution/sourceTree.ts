import type { Answer } from '../../../api/operations.ts';
import type { SourceNode as Node } from '../../../record/run/ChooseSources.tsx';

export type SourceOption = Answer<'listDistributionSourceOptions'>[number];

type SourceNode = Node<SourceOption>;

/** Returns a tree of funds and coinvestments, their investments, and the tranches of these. */
export function sourceTree(options: readonly SourceOption[]): readonly SourceNode[] {
  const sourceIds = new Set(options.map(({ source }) => source.id));
  const below = new Map<string, SourceOption[]>();
  for (const option of options) {
    const parent = option.parentId !== null && sourceIds.has(option.parentId) ? option.parentId : '';
    below.set(parent, [...(below.get(parent) ?? []), option]);
  }
  const nodes = (parent: string): readonly SourceNode[] =>
    (below.get(parent) ?? []).map((option) => ({ option, children: nodes(option.source.id) }));
  return nodes('');
}

/**
 * Returns the reason why an option can't be chosen together with the current choice. A whole fund, coinvestment or investment excludes its parts, and
 * a part excludes the whole, because money would be paid out twice. Also, a distribution has only one currency.
 */
export function exclusionReason(
  option: SourceOption,
  chosen: ReadonlySet<string>,
  options: ReadonlyMap<string, SourceOption>,
): string | undefined {
  if (chosen.has(option.source.id)) return undefined;
  if (!option.profiles.some(({ isValid }) => isValid)) return 'no usable allocation profile';
  for (const above of ancestors(option, options)) {
    if (chosen.has(above.source.id)) return `all of ${above.source.name} is already chosen`;
  }
  for (const id of chosen) {
    const other = options.get(id);
    if (!other) continue;
    if (ancestors(other, options).some(({ source }) => source.id === option.source.id))
      return `a part of it is already chosen: ${other.source.name}`;
    if (other.currency && option.currency && other.currency.id !== option.currency.id)
      return `different currency than ${other.source.name}`;
  }
  return undefined;
}

function ancestors(option: SourceOption, options: ReadonlyMap<string, SourceOption>): readonly SourceOption[] {
  const parent = option.parentId === null ? undefined : options.get(option.parentId);
  return parent ? [parent, ...ancestors(parent, options)] : [];
}

/** Returns the options that match a search as a flat list, or all options as a tree without a search. */
export function displayedNodes(options: readonly SourceOption[], search: string): readonly SourceNode[] {
  const searchText = search.trim().toLowerCase();
  if (searchText === '') return sourceTree(options);
  const text = ({ source, type }: SourceOption) => `${source.name} ${source.code ?? ''} ${type}`.toLowerCase();
  return options.filter((option) => text(option).includes(searchText)).map((option) => ({ option, children: [] }));
}
