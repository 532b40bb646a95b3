export {
  column,
  type ColumnsOf,
  condition,
  coverageSql,
  entry,
  equals,
  type ListColumn,
  leftOutSql,
  mostInReport,
  referenceColumn,
} from './definition.ts';
export { defineListQuery, type ListQuery, type ListRow, type PageRequest } from './listQuery.ts';
