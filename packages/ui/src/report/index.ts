export { ReportTable, type ReportTableProps } from './ReportTable.tsx';
