export { DataGrid } from './DataGrid.tsx';
export type { DataGridProps, GridColumn, GridEdit } from './gridTypes.ts';
