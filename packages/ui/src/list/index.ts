export { DataTable } from './DataTable.tsx';
export {
  type ListFilter,
  type ListPage,
  type ListScreenDefinition,
  type ListTab,
} from './defineList.ts';
export { FilterChip } from './FilterChip.tsx';
export { ListScreen } from './ListScreen.tsx';
export {
  defaultListState,
  type ListState,
  listStateFromQuery,
  listStateToQuery,
} from './listState.ts';
export { type RowAction, RowMenu } from './RowMenu.tsx';
export { SearchBox } from './SearchBox.tsx';
export { Paging } from './Paging.tsx';
export type { DataTableProps } from './tableTypes.ts';
export type { TableTotal } from './TableFoot.tsx';
export type { TableSort } from './TableHead.tsx';
