import { countedNoun } from '@carrara/contract/core/coverage';
import { type Column, totalTitle } from '@carrara/contract/core/fields';
import { nameColumnCount } from '@carrara/contract/core/nameColumnCount';
import { IconBaselineDensityMedium, IconBaselineDensitySmall } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { EmptyState, ErrorState, NoMatchState } from '../feedback/states.tsx';
import { formatDecimal } from '../value/formatDecimal.ts';
import { valueText } from '../value/valueText.ts';
import { ColumnChooser, ownColumns } from './ColumnChooser.tsx';
import { copyTable } from './copyTable.ts';
import { DataTable } from './DataTable.tsx';
import type { ListPage, ListScreenDefinition } from './defineList.ts';
import { ExportMenu, type ExportMenuProps } from './ExportMenu.tsx';
import { FilterChip } from './FilterChip.tsx';
import { ListTabs } from './ListTabs.tsx';
import type { ListState } from './listState.ts';
import styles from './listScreen.module.css';
import listCountStyles from './listCount.module.css';
import quietButtonStyles from './quietButton.module.css';
import { Paging } from './Paging.tsx';
import { SearchBox } from './SearchBox.tsx';
import { SelectionBar, type SelectionBarProps } from './SelectionBar.tsx';
import { type SelectedRows, useRowSelection } from './selection.ts';
import type { Density } from './tableTypes.ts';
import { useDensity } from './useDensity.ts';
import { useListKeyboard } from './useListKeyboard.ts';

/** The selected rows of a list and their actions. */
export interface ListSelection<Row>
  extends Pick<SelectionBarProps, 'wasCleared' | 'matching' | 'onSelectMatching' | 'actions'> {
  readonly selected: SelectedRows<Row>;
  readonly onChange: (selected: SelectedRows<Row>) => void;
}

const nothingSelected = new Map<string, never>();

export interface ListScreenProps<Row> {
  readonly definition: ListScreenDefinition<Row>;
  readonly state: ListState;
  readonly onStateChange: (next: ListState) => void;
  /** Undefined until the first page has loaded. The last page stays while the next one loads. */
  readonly page?: ListPage<Row> | undefined;
  readonly isRefreshing?: boolean;
  readonly error?: string | undefined;
  readonly onRetry?: () => void;
  readonly rowHref?: (row: Row) => string | undefined;
  /** Called instead of following `rowHref`. */
  readonly onOpen?: (row: Row) => void;
  readonly onPrefetch?: (row: Row) => void;
  readonly rowActions?: (row: Row) => ReactNode;
  readonly childrenOf?: (row: Row) => readonly Row[];
  /** The selected rows; absent if rows can't be selected. */
  readonly selection?: ListSelection<Row> | undefined;
  readonly exports?: ExportMenuProps['links'];
  readonly onSubscribe?: ExportMenuProps['onSubscribe'];
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode;
  /** The first step for an empty list, in a sentence. */
  readonly emptyHint?: string | undefined;
  /** The action for an empty list. */
  readonly emptyAction?: ReactNode;
  /** Content between title and table, such as a chart or a banner. */
  readonly children?: ReactNode;
  /** The menu of saved views. */
  readonly viewMenu?: ReactNode;
  /** A message about the opened view, above the rows. */
  readonly notice?: ReactNode;
  /** True below a profile's header, where the title would be the second one. */
  readonly embedded?: boolean;
}

/** The screen of every list: title with count, search, filters, tabs, sort, columns, density, paging, totals, exports, keyboard. */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { definition, state, onStateChange, page, selection } = props;
  const change = (part: Partial<ListState>) => onStateChange({ ...state, page: 1, ...part });
  const { current, searchBox, body, enterRows, screen } = useCurrentRow(props);
  const [usualDensity, setUsualDensity] = useDensity();
  const density = state.density ?? usualDensity;

  const rows = page?.pageData ?? [];
  const visible = state.columns ?? ownColumns(definition.columns);
  const columns = visible.flatMap((field) => definition.columns.filter((column) => column.field === field));
  const layout = (part: Partial<ListState>) => change({ ...part, page: state.page });
  const resize = (field: string, width: number | undefined) =>
    layout({ widths: withWidth(state.widths, field, width) });
  const isNarrowed = state.search !== '' || Object.values(state.filters).some((values) => values.length > 0);
  const clear = () => change({ search: '', filters: {} });
  const nothing = page !== undefined && page.totalItemCount === 0;
  // Without records, there is nothing to search, export or arrange.
  const isEmpty = nothing && !isNarrowed;

  return (
    <section ref={screen} className={styles.screen} data-led={Boolean(props.children)} aria-label={definition.title}>
      <ListHead {...props} />
      {definition.tabs ? (
        <ListTabs tabs={definition.tabs} current={state.tab} onChange={(tab) => change({ tab })} />
      ) : null}
      {props.children}
      <ListBar
        {...props}
        change={change}
        visible={visible}
        isEmpty={isEmpty}
        onClear={isNarrowed && !nothing ? clear : undefined}
        searchBox={searchBox}
        onLeaveSearch={enterRows}
        density={density}
        onDensityChange={(chosen) => {
          setUsualDensity(chosen);
          layout({ density: chosen });
        }}
        widthOf={(field) => screen.current?.querySelector<HTMLElement>(`th[data-field='${field}']`)?.offsetWidth ?? 0}
        onResize={resize}
        onCopy={() => void copyTable(columns, rows)}
      />
      {props.notice}
      {selection ? (
        <SelectionBar
          {...selection}
          count={selection.selected.size}
          onClear={() => selection.onChange(nothingSelected)}
        />
      ) : null}
      <ListContent
        {...props}
        columns={columns}
        current={current}
        density={density}
        isNarrowed={isNarrowed}
        bodyRef={body}
        onClear={clear}
        onSort={(sort, ascending) => change({ sort, ascending })}
        onResize={resize}
      />
      {page && !nothing ? (
        <Paging
          noun={definition.title}
          page={state.page}
          pageSize={state.pageSize}
          total={page.totalItemCount}
          onChange={(next, pageSize) => onStateChange({ ...state, page: next, pageSize })}
        />
      ) : null}
    </section>
  );
}

interface ListContentProps<Row> extends ListScreenProps<Row> {
  readonly columns: readonly Column[];
  readonly current: number;
  readonly density: Density;
  /** True if a search or a filter leaves out rows. */
  readonly isNarrowed: boolean;
  readonly bodyRef: RefObject<HTMLTableSectionElement | null>;
  readonly onClear: () => void;
  readonly onSort: (field: string, ascending: boolean) => void;
  readonly onResize: (field: string, width: number | undefined) => void;
}

/** The rows, or why there are none. */
function ListContent<Row>({
  columns,
  current,
  density,
  isNarrowed,
  bodyRef,
  onClear,
  onSort,
  onResize,
  ...props
}: ListContentProps<Row>) {
  const { definition, state, page, error } = props;
  const rows = page?.pageData ?? [];
  const nothing = page?.totalItemCount === 0;
  const keyOf = (row: Row) => String(row[definition.rowKey]);
  const { selected = nothingSelected, onChange = () => undefined } = props.selection ?? {};
  const nameOf = (row: Row) => rowName(definition.columns, row);
  const selection = useRowSelection<Row>({ rows, selected, onChange, keyOf, nameOf });
  return (
    <div className={styles.content} data-refreshing={props.isRefreshing === true}>
      {error !== undefined && page === undefined ? (
        <ErrorState message={error} {...(props.onRetry ? { onRetry: props.onRetry } : {})} />
      ) : nothing ? (
        isNarrowed ? (
          <NoMatchState onClear={onClear} />
        ) : (
          <EmptyState hint={props.emptyHint} action={props.emptyAction} />
        )
      ) : (
        <DataTable
          label={definition.title}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          selection={props.selection ? selection : undefined}
          cells={definition.cells}
          sort={{
            field: state.sort,
            ascending: state.ascending,
            onSort,
          }}
          totals={state.hidesTotals ? undefined : page?.totals}
          totalsLabel={page ? totalLabel(columns, recordsOf(page)) : undefined}
          counted={countedNoun(definition)}
          childrenOf={props.childrenOf}
          rowHref={props.rowHref}
          onOpen={props.onOpen}
          onPrefetch={props.onPrefetch}
          rowActions={props.rowActions}
          currentRow={current}
          density={density}
          widths={state.widths}
          onResize={onResize}
          cardsOnPhone={props.childrenOf === undefined}
          showsAllColumns={state.columns !== undefined}
          hidesCurrency={isHiddenByPerson(definition.columns, state.columns, 'currency')}
          loadingRows={page === undefined ? Math.min(state.pageSize, 12) : undefined}
          bodyRef={bodyRef}
        />
      )}
    </div>
  );
}

/** The title with the number of records, and the actions. */
function ListHead<Row>({ definition, page, embedded, actions }: ListScreenProps<Row>) {
  return (
    <header className={styles.head}>
      {embedded ? null : (
        <h1>
          {definition.title}
          {page ? <span className={listCountStyles.count}>{formatDecimal(String(recordsOf(page)), 0)}</span> : null}
        </h1>
      )}
      {actions ? <div className={styles.headActions}>{actions}</div> : null}
    </header>
  );
}

/** The current row for the keyboard, and the elements that it moves between. */
function useCurrentRow<Row>(props: ListScreenProps<Row>) {
  const { page } = props;
  // The position belongs to the displayed page. A new page starts without one.
  const [pagePosition, setPosition] = useState({ page, row: -1 });
  const current = pagePosition.page === page ? pagePosition.row : -1;
  const screen = useRef<HTMLElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = page?.pageData ?? [];

  useListKeyboard({
    rows: rows.length,
    current,
    searchBox,
    onViews: () => screen.current?.querySelector<HTMLElement>('[data-views]')?.click(),
    onMove: (row) => setPosition({ page, row }),
    onOpen: (position) => {
      const row = rows[position];
      if (row === undefined) return;
      const href = props.rowHref?.(row);
      if (props.onOpen) props.onOpen(row);
      else if (href) window.location.assign(href);
    },
  });
  const focusRow = () => {
    const row = body.current?.querySelector<HTMLElement>('[data-current=true]');
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(focusRow, [current]);
  const enterRows = () => {
    if (current >= 0) focusRow();
    else if (rows.length > 0) setPosition({ page, row: 0 });
  };
  return { current, searchBox, body, enterRows, screen };
}

interface ListBarProps<Row>
  extends Pick<ListScreenProps<Row>, 'definition' | 'state' | 'exports' | 'onSubscribe' | 'page' | 'viewMenu'> {
  readonly change: (part: Partial<ListState>) => void;
  /** The fields of the visible columns. */
  readonly visible: readonly string[];
  /** True if there is nothing to search, export or arrange. */
  readonly isEmpty: boolean;
  /** Undefined if there is no search or filter to clear. */
  readonly onClear: (() => void) | undefined;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly onLeaveSearch: () => void;
  readonly density: Density;
  readonly onDensityChange: (density: Density) => void;
  readonly widthOf: (field: string) => number;
  readonly onResize: (field: string, width: number) => void;
  readonly onCopy: () => void;
}

/** Search and filters, followed by exports, columns and density. */
function ListBar<Row>({
  definition,
  state,
  exports,
  onSubscribe,
  change,
  visible,
  isEmpty,
  onClear,
  searchBox,
  onLeaveSearch,
  density,
  onDensityChange,
  widthOf,
  onResize,
  page,
  viewMenu,
  onCopy,
}: ListBarProps<Row>) {
  const hasTotals = page === undefined || (page.totals?.length ?? 0) > 0;
  const layout = (part: Partial<ListState>) => change({ ...part, page: state.page });
  return (
    <div className={styles.bar}>
      {definition.searchable === false || isEmpty ? null : (
        <SearchBox
          inputRef={searchBox}
          label={`Search ${definition.title}`}
          value={state.search}
          onSearch={(search) => change({ search })}
          onLeave={onLeaveSearch}
        />
      )}
      {definition.filters?.map((filter) => (
        <FilterChip
          key={filter.id}
          filter={filter}
          chosen={state.filters[filter.id] ?? []}
          onChange={(values) => change({ filters: { ...state.filters, [filter.id]: values } })}
        />
      ))}
      {onClear ? (
        <button type="button" className={quietButtonStyles.quiet} onClick={onClear}>
          Clear
        </button>
      ) : null}
      {isEmpty ? null : (
        <div className={styles.barEnd}>
          {viewMenu}
          {exports ? <ExportMenu links={exports} onCopy={onCopy} onSubscribe={onSubscribe} /> : null}
          <ColumnChooser
            columns={definition.columns}
            visible={visible}
            onChange={(next) => layout(next ? { columns: next } : { columns: undefined, widths: undefined })}
            widthOf={widthOf}
            onResize={onResize}
            totals={
              hasTotals
                ? {
                    areVisible: !state.hidesTotals,
                    onChange: (areVisible) => layout({ hidesTotals: !areVisible }),
                  }
                : undefined
            }
          />
          <DensityButton density={density} onChange={onDensityChange} />
        </div>
      )}
    </div>
  );
}

/** Sets the width of a column, or restores the usual one. */
function withWidth(widths: ListState['widths'], field: string, width: number | undefined): ListState['widths'] {
  const { [field]: _before, ...others } = widths ?? {};
  const next = width === undefined ? others : { ...others, [field]: width };
  return Object.keys(next).length > 0 ? next : undefined;
}

function DensityButton({
  density,
  onChange,
}: {
  readonly density: Density;
  readonly onChange: (density: Density) => void;
}) {
  return (
    <button
      type="button"
      className={quietButtonStyles.quiet}
      aria-label="Compact"
      aria-pressed={density === 'compact'}
      onClick={() => onChange(density === 'compact' ? 'comfortable' : 'compact')}
    >
      {density === 'compact' ? (
        <IconBaselineDensitySmall size={15} aria-hidden />
      ) : (
        <IconBaselineDensityMedium size={15} aria-hidden />
      )}
      <span>Compact</span>
    </button>
  );
}

const isHiddenByPerson = (columns: readonly Column[], chosen: ListState['columns'], field: string): boolean =>
  chosen !== undefined && !chosen.includes(field) && columns.some((column) => column.field === field && !column.hidden);

/** The texts that name a row: the columns up to its name. */
function rowName<Row>(columns: readonly Column[], row: Row): string {
  const values = row as Readonly<Record<string, unknown>>;
  const naming = columns.slice(0, nameColumnCount(columns));
  return naming.map(({ kind, field }) => valueText(kind, values[field])).join(' ');
}

/** Counts the records that the title names, not the table rows. */
const recordsOf = ({ recordCount, totalItemCount }: ListPage<unknown>): number => recordCount ?? totalItemCount;

/**
 * For runs in several states, the total is the disbursed amount, regardless of the number of rows. For a ledger, it is
 * not a balance.
 */
const totalLabel = (columns: readonly { readonly total?: string | undefined }[], count: number) => {
  const records = formatDecimal(String(count), 0);
  const title = totalTitle(columns);
  if (title === undefined) return `Total, ${records}`;
  return columns.some(({ total }) => total === 'entries') ? `${title}, ${records}` : title;
};
