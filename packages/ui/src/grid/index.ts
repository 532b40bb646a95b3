export { DataGrid } from './DataGrid.tsx';
export type { GridColumn, GridEdit, GridPlace, UnreadText } from './gridTypes.ts';
