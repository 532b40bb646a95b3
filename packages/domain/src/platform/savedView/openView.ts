/** The widths that a person can choose for a column, in pixels. */
export const columnWidths = { least: 48, most: 800 } as const;

/** The arrangement of a list: what a saved view stores, and what a list remembers for each person. */
export interface ViewState {
  readonly tab: string | null;
  readonly search: string;
  readonly filters: readonly { readonly id: string; readonly values: readonly string[] }[];
  readonly sort: string;
  readonly ascending: boolean;
  /** The displayed columns in order; null for the list's own. */
  readonly columns: readonly string[] | null;
  /** Widths in pixels, for columns that a person resized. */
  readonly widths: readonly { readonly field: string; readonly width: number }[];
  /** Null for the person's usual spacing. */
  readonly density: 'comfortable' | 'compact' | null;
  readonly pageSize: number;
  readonly hasTotals: boolean;
}

/** The parts of a list that a view can name, as the list is now and as far as the reader may see them. */
interface ViewList {
  readonly columns: readonly { readonly field: string; readonly sortable?: boolean | undefined }[];
  readonly filters: readonly { readonly id: string; readonly multiple?: boolean | undefined }[];
  readonly tabs: readonly { readonly id: string }[];
  readonly defaultSort: { readonly field: string; readonly ascending: boolean };
}

/** A part of a view that the list doesn't have, by its stored name. */
export interface MissingPart {
  readonly part: 'column' | 'filter' | 'sort' | 'tab';
  readonly name: string;
}

/**
 * Returns the chosen columns of a list, each once.
 *
 * Rule: columns that the list doesn't have are left out. The first column of the list names its rows, so it is added in front if it is missing. Null
 * if no chosen column remains.
 */
export function chosenColumns(
  fields: readonly string[],
  columns: readonly { readonly field: string }[],
): readonly string[] | null {
  const chosen = [...new Set(fields)].filter((field) => columns.some((column) => column.field === field));
  const [key] = columns;
  if (!key || chosen.length === 0) return null;
  return chosen.includes(key.field) ? chosen : [key.field, ...chosen];
}

/**
 * Returns a changed state with the columns and widths that the person who changed it may not read.
 *
 * Rule: a hidden column stays behind the column that it followed in the stored state, and keeps its width. A person who changes no column changes no
 * hidden one either. The list's own columns replace all chosen ones.
 */
export function withHiddenColumns(
  changed: ViewState,
  stored: ViewState,
  mayRead: (field: string) => boolean,
): ViewState {
  const widths = [...changed.widths, ...stored.widths.filter(({ field }) => !mayRead(field))];
  const before = stored.columns ?? [];
  const hadOnlyHidden = before.length > 0 && !before.some(mayRead);
  if (changed.columns === null) return { ...changed, columns: hadOnlyHidden ? before : null, widths };
  const columns = before.reduce<readonly string[]>((all, field, at) => {
    if (mayRead(field)) return all;
    const previous = before.slice(0, at).findLast((earlier) => all.includes(earlier));
    return all.toSpliced(previous === undefined ? 0 : all.indexOf(previous) + 1, 0, field);
  }, changed.columns);
  return { ...changed, columns, widths };
}

/**
 * Opens a view in a list that may have changed since it was saved, or that shows this reader less.
 *
 * Rule: parts that the list has apply; the others are left out and named. A view without any remaining column has the list's own columns, and one
 * whose sort is left out has the list's own sort. A filter with a single choice applies its first value.
 */
export function openView(
  state: ViewState,
  { columns, filters, tabs, defaultSort }: ViewList,
): { readonly state: ViewState; readonly missingParts: readonly MissingPart[] } {
  const hasColumn = (field: string) => columns.some((column) => column.field === field);
  const isSortable = columns.some(({ field, sortable }) => field === state.sort && sortable !== false);
  const hasTab = state.tab === null || tabs.some(({ id }) => id === state.tab);
  const findFilter = (id: string) => filters.find((filter) => filter.id === id);
  const named = (part: MissingPart['part'], names: readonly string[]) => names.map((name) => ({ part, name }));
  return {
    state: {
      ...state,
      tab: hasTab ? state.tab : null,
      filters: state.filters.flatMap(({ id, values }) => {
        const filter = findFilter(id);
        return filter ? [{ id, values: filter.multiple ? values : values.slice(0, 1) }] : [];
      }),
      sort: isSortable ? state.sort : defaultSort.field,
      ascending: isSortable ? state.ascending : defaultSort.ascending,
      columns: chosenColumns(state.columns ?? [], columns),
      widths: state.widths.filter(({ field }) => hasColumn(field)),
    },
    missingParts: [
      ...named('column', state.columns?.filter((field) => !hasColumn(field)) ?? []),
      ...named(
        'filter',
        state.filters.flatMap(({ id }) => (findFilter(id) ? [] : [id])),
      ),
      ...named('sort', isSortable ? [] : [state.sort]),
      ...named('tab', hasTab ? [] : [state.tab ?? '']),
    ],
  };
}

/** Returns true if two states display the same rows in the same arrangement. Filters and widths have no order. */
export const isSameState = (first: ViewState, other: ViewState): boolean => keyOf(first) === keyOf(other);

function keyOf({ tab, search, filters, sort, ascending, columns, widths, density, pageSize, hasTotals }: ViewState) {
  const chosen = filters
    .filter(({ values }) => values.length > 0)
    .map(({ id, values }) => [id, ...values.toSorted()].join('\n'));
  const resized = widths.map(({ field, width }) => `${field} ${String(width)}`);
  return JSON.stringify([
    [tab, search, sort, ascending, density, pageSize, hasTotals],
    chosen.toSorted(),
    columns,
    resized.toSorted(),
  ]);
}
