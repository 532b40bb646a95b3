import type { ListScreenDefinition } from './defineList.ts';

/** The page size of the specification's grids. */
const defaultPageSize = 20;

/** Everything that a link needs to reproduce the view of a list. */
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
  const columns = query
    .get('columns')
    ?.split(',')
    .filter((field) => fields.includes(field));
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
    ...(columns && columns.length > 0 ? { columns } : {}),
  };
}

/** The query string of a state. It has only what differs from the list's defaults, so that plain links stay plain. */
export function listStateToQuery(definition: Shape, state: ListState): URLSearchParams {
  const standard = defaultListState(definition);
  const query = new URLSearchParams();
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
