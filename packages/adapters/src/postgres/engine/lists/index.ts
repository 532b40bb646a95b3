export {
  column,
  type ColumnsOf,
  condition,
  entry,
  equals,
  type Filter,
  type ListColumn,
  type ListQueryDefinition,
  referenceColumn,
  type Total,
} from './definition.ts';
export { defineListQuery, type ListQuery, type ListRow, type PageRequest } from './listQuery.ts';
