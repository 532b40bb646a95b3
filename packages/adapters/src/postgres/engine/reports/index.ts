export { defineReportQuery, type ReportBase, type ReportQuery } from './reportQuery.ts';
