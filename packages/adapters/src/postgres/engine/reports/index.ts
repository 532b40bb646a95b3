export { derivedId } from './derivedId.ts';
export { defineReportQuery, type ReportBase, type ReportQuery, statementRows, type Values } from './reportQuery.ts';
