export {
  column,
  type ColumnsOf,
  condition,
  coverageSql,
  entry,
  equals,
  type Filter,
  type ListColumn,
  leftOutSql,
  mostInReport,
  type ListQueryDefinition,
  referenceColumn,
  type Total,
} from './definition.ts';
export { defineListQuery, type ListQuery, type ListRow, type PageRequest } from './listQuery.ts';
