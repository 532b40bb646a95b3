import type { ListFilter } from '@carrara/ui/list/defineList.ts';
import { formatDate } from '@carrara/ui/value/formatDate.ts';
import { useMemo } from 'react';
import { lists } from 'virtual:contract/tables';
import { useRead } from '../../../api/calls.ts';
import { RecordTable } from '../../../record/list/RecordTable.tsx';

const done = lists.listUserActivity;

/** The activity of people, newest first, with filters for a person, a record type and a date. */
export function UserActivity() {
  const { data: people } = useRead('listUserActivityNames', undefined);
  const { data: types } = useRead('listUserActivityTypes', undefined);
  const { data: days } = useRead('listUserActivityDates', undefined);
  const filters = useMemo(
    (): ListFilter[] => [
      { id: 'user', title: 'User', options: (people ?? []).map(({ id, name }) => ({ value: id, label: name })) },
      {
        id: 'type',
        title: 'Record type',
        options: (types ?? []).map(({ code, title }) => ({ value: code, label: title })),
      },
      { id: 'day', title: 'Date', options: (days ?? []).map(({ date }) => ({ value: date, label: formatDate(date) })) },
    ],
    [people, types, days],
  );
  return (
    <RecordTable
      list={done}
      filters={filters}
      query={({ filters: { user, type, day } }) => ({ user: user?.[0], type: type?.[0], day: day?.[0] })}
    />
  );
}
