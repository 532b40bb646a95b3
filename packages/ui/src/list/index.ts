export { DataTable } from './DataTable.tsx';
export {
  defineList,
  type FilterOption,
  type ListFilter,
  type ListPage,
  type ListScreenDefinition,
  type ListTab,
} from './defineList.ts';
export type { ExportLinks } from './ExportMenu.tsx';
export { FilterChip, type FilterChipProps } from './FilterChip.tsx';
export { ListScreen, type ListScreenProps } from './ListScreen.tsx';
export {
  defaultListState,
  defaultPageSize,
  type ListState,
  listStateFromQuery,
  listStateToQuery,
} from './listState.ts';
export { type RowAction, RowMenu, type RowMenuProps } from './RowMenu.tsx';
export { SearchBox, type SearchBoxProps } from './SearchBox.tsx';
export { Paging, type PagingProps } from './Paging.tsx';
export type { DataTableProps, Density } from './tableTypes.ts';
export type { TableTotal } from './TableFoot.tsx';
export type { TableSort } from './TableHead.tsx';
