import { column, defineListQuery } from '../lists/index.ts';
import { participantList } from '../participant/index.ts';

/** The participants of one kind under the names that the participant pages sort them by. */
const indexOf = (name: 'jobLevel' | 'trustName' | 'entityName') =>
  defineListQuery({
    ...participantList.definition,
    columns: {
      ...participantList.definition.columns,
      ...(name === 'jobLevel' ? {} : { [name]: column('text', 'b.name') }),
    },
    defaultSort: { field: name, ascending: false },
  });

export const indexLists = {
  employee: indexOf('jobLevel'),
  trust: indexOf('trustName'),
  entity: indexOf('entityName'),
} as const;
