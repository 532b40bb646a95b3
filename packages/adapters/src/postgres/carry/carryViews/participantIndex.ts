import { column, type ListColumn, referenceColumn } from '../../engine/lists/definition.ts';
import { defineListQuery } from '../../engine/lists/listQuery.ts';
import { numberOfMembers, participantList } from '../../people/participant/participants.ts';

/**
 * Returns the list of the participants of one kind, with that kind's own columns, under the name that its page sorts
 * by.
 */
const indexOf = (name: 'jobLevel' | 'trustName' | 'entityName', own: Readonly<Record<string, ListColumn>> = {}) =>
  defineListQuery({
    ...participantList.definition,
    columns: {
      ...participantList.definition.columns,
      ...(name === 'jobLevel' ? {} : { [name]: column('text', 'b.name') }),
      ...own,
    },
    defaultSort: { field: name, ascending: false },
  });

export const indexLists = {
  employee: indexOf('jobLevel'),
  trust: indexOf('trustName', {
    trustType: referenceColumn('t.type_id', 'reference:trust-type', ['t']),
    employee: referenceColumn('t.employee_id', 'employee', ['t']),
  }),
  entity: indexOf('entityName', {
    entityType: referenceColumn('n.type_id', 'reference:entity-type', ['n']),
    numberOfMembers,
  }),
} as const;
