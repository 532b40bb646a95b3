export { DataGrid } from './DataGrid.tsx';
export type { DataGridProps, GridColumn, GridEdit, GridPlace, UnreadText } from './gridTypes.ts';
