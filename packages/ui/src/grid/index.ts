export { DataGrid } from './DataGrid.tsx';
export type { GridColumn, GridEdit, GridLocation as GridPlace, UnreadText } from './gridTypes.ts';
