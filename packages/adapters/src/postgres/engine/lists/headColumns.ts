import { personName } from '../texts/personName.ts';
import { column } from './definition.ts';

/** The columns of a record's version, author and editor, for a list whose base has them. */
export const headColumns = {
  rowVersion: column('count', 'b.row_version'),
  createdDate: column('instant', 'b.created_at'),
  createdBy: { value: personName('b.created_by') },
  updatedDate: column('instant', 'b.updated_at'),
  updatedBy: { value: personName('b.updated_by') },
};
