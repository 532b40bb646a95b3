import { chosenColumns, type ViewState } from '@carrara/domain/platform/savedView';
import type { ListScreenDefinition } from './defineList.ts';

/** The page size of the specification's grids. */
const defaultPageSize = 20;

/** The state of a list. A link reproduces all of it but the widths, the spacing and the totals. */
export interface ListState {
  readonly page: number;
  readonly pageSize: number;
  readonly sort: string;
  readonly ascending: boolean;
  readonly search: string;
  readonly tab?: string | undefined;
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** The displayed columns, in order; absent for the list's own. */
  readonly columns?: readonly string[] | undefined;
  /** The saved view that the list started from. */
  readonly view?: string | undefined;
  /** Widths in pixels of the columns that the person resized. */
  readonly widths?: Readonly<Record<string, number>> | undefined;
  /** Absent for the person's usual spacing. */
  readonly density?: 'comfortable' | 'compact' | undefined;
  readonly hidesTotals?: boolean | undefined;
}

type Shape = Pick<ListScreenDefinition<never>, 'columns' | 'defaultSort' | 'pageSize' | 'tabs' | 'filters'>;

export function defaultListState(definition: Shape): ListState {
  return {
    page: 1,
    pageSize: definition.pageSize ?? defaultPageSize,
    sort: definition.defaultSort.field,
    ascending: definition.defaultSort.ascending,
    search: '',
    tab: definition.tabs?.[0]?.id,
    filters: {},
  };
}

/** Reads the state from a query string. Missing and invalid parameters get the list's default. */
export function listStateFromQuery(definition: Shape, query: URLSearchParams): ListState {
  const standard = defaultListState(definition);
  const fields = definition.columns.map((column) => column.field);
  const sort = query.get('sort') ?? '';
  const sortField = sort.replace(/^-/, '');
  const tab = query.get('tab') ?? '';
  const columns = chosenColumns(query.get('columns')?.split(',') ?? [], definition.columns);
  const filters = (definition.filters ?? [])
    .map(({ id }) => [id, query.getAll(`f.${id}`)] as const)
    .filter(([, values]) => values.length > 0);
  return {
    page: wholeNumber(query.get('page'), standard.page, 1_000_000),
    pageSize: wholeNumber(query.get('size'), standard.pageSize, 1000),
    sort: fields.includes(sortField) ? sortField : standard.sort,
    ascending: fields.includes(sortField) ? !sort.startsWith('-') : standard.ascending,
    search: query.get('q') ?? '',
    tab: definition.tabs?.some(({ id }) => id === tab) ? tab : standard.tab,
    filters: Object.fromEntries(filters),
    ...(columns ? { columns } : {}),
    ...(query.get('view') ? { view: query.get('view') ?? '' } : {}),
  };
}

/** The query string of a state. It has only what differs from the list's defaults, so that plain links stay plain. */
export function listStateToQuery(definition: Shape, state: ListState): URLSearchParams {
  const standard = defaultListState(definition);
  const query = new URLSearchParams();
  if (state.view) query.set('view', state.view);
  if (state.tab && state.tab !== standard.tab) query.set('tab', state.tab);
  if (state.search) query.set('q', state.search);
  for (const [id, values] of Object.entries(state.filters)) for (const value of values) query.append(`f.${id}`, value);
  if (state.sort !== standard.sort || state.ascending !== standard.ascending) {
    query.set('sort', state.ascending ? state.sort : `-${state.sort}`);
  }
  if (state.page !== 1) query.set('page', String(state.page));
  if (state.pageSize !== standard.pageSize) query.set('size', String(state.pageSize));
  if (state.columns) query.set('columns', state.columns.join(','));
  return query;
}

function wholeNumber(text: string | null, otherwise: number, most: number): number {
  if (text === null || !/^[1-9]\d{0,6}$/.test(text)) return otherwise;
  return Math.min(Number(text), most);
}

/** Returns the parts of a state that a view stores. Filters of a link belong to the link. */
export function viewStateOf(definition: Shape, state: ListState): ViewState {
  const isOfLink = (id: string) => definition.filters?.some((filter) => filter.id === id && filter.isOfLink) === true;
  return {
    tab: state.tab === defaultListState(definition).tab ? null : (state.tab ?? null),
    search: state.search,
    filters: Object.entries(state.filters).flatMap(([id, values]) =>
      values.length === 0 || isOfLink(id) ? [] : [{ id, values }],
    ),
    sort: state.sort,
    ascending: state.ascending,
    columns: state.columns ?? null,
    widths: Object.entries(state.widths ?? {}).map(([field, width]) => ({ field, width })),
    density: state.density ?? null,
    pageSize: state.pageSize,
    hasTotals: state.hidesTotals !== true,
  };
}

/** Returns the state of a list that opens with a stored view. */
export function listStateOf(
  definition: Shape,
  { tab, search, filters, sort, ascending, columns, pageSize, ...view }: ViewState,
): ListState {
  return {
    page: 1,
    pageSize,
    sort,
    ascending,
    search,
    tab: tab ?? defaultListState(definition).tab,
    filters: Object.fromEntries(filters.map(({ id, values }) => [id, values])),
    ...(columns ? { columns } : {}),
    ...layoutOf(view),
  };
}

/** Returns the parts of a stored view that no link has. */
export const layoutOf = ({ widths, density, hasTotals }: Pick<ViewState, 'widths' | 'density' | 'hasTotals'>) => ({
  ...(widths.length > 0 ? { widths: Object.fromEntries(widths.map(({ field, width }) => [field, width])) } : {}),
  ...(density ? { density } : {}),
  ...(hasTotals ? {} : { hidesTotals: true }),
});
