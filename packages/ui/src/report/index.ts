export { ReportTable } from './ReportTable.tsx';
