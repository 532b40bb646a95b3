import { toSentence } from '@carrara/contract/actions';
import type { Fields } from '@carrara/contract/core/fields';
import type { RecordTypeName } from '@carrara/contract/core/recordType';
import { rowMistakes, valuesToSave } from '@carrara/ui/form/fieldRules.ts';
import { TablePanel } from '@carrara/ui/list/TablePanel.tsx';
import { records } from 'virtual:contract/tables';
import type { ViewProps } from '../../frame/screenTypes.ts';
import { plainRecord } from '../plainRecord.ts';
import type { RecordDefinition } from '../recordDefinition.ts';
import { RecordEditor } from '../editor/RecordEditor.tsx';
import { RecordOverview } from '../profile/RecordOverview.tsx';
import { RecordProfile, type RecordProfileProps } from '../profile/RecordProfile.tsx';
import { RecordList } from '../list/RecordList.tsx';
import { useRecord } from '../recordCalls.ts';
import { type RowValues, RowsEditor } from '../editor/RowsEditor.tsx';
import { Stack } from '../Stack.tsx';

type Values = Readonly<Record<string, unknown>>;

const columnsOf = (fields: Fields) =>
  Object.entries(fields).map(([field, { kind, title }]) => ({ field, kind, title }));
const rowsIn = (values: Values | undefined, name: string) => (values?.[name] as readonly RowValues[] | undefined) ?? [];

/** Returns the pages of a plain record, including its rows. */
export const buildPlainScreens = (type: RecordTypeName) => screensOfRecord(plainRecord(type, records[type]));

/** Returns the pages of a record with a customized definition. */
export function screensOfRecord(record: RecordDefinition) {
  const rows = Object.entries(record.rows ?? {});
  const rowsOf = (values: Values | undefined): Values =>
    Object.fromEntries(rows.map(([name]) => [name, rowsIn(values, name)]));
  const savedRows = (values: Values): Values =>
    Object.fromEntries(
      rows.map(([name, fields]) => [
        name,
        rowsIn(values, name).map((row) => ({ ...row, ...valuesToSave(fields, row) })),
      ]),
    );
  return {
    List: () => <RecordList record={record} />,
    Profile: ({ screen }: Pick<RecordProfileProps, 'screen'>) => <RecordProfile record={record} screen={screen} />,
    Editor: () => (
      <RecordEditor
        record={record}
        moreOf={rowsOf}
        saved={savedRows}
        check={(values) =>
          Object.assign({}, ...rows.map(([name, fields]) => rowMistakes(name, fields, rowsIn(values, name)))) as Record<
            string,
            string | undefined
          >
        }
        more={(form) =>
          rows.map(([name, fields]) => (
            <RowsEditor
              key={name}
              title={toSentence(name)}
              path={name}
              form={form}
              fields={fields}
              rows={rowsIn(form.values, name)}
              onChange={(next) => form.set(name, next)}
              addLabel={`Add ${toSentence(name).toLowerCase().replace(/s$/, '')}`}
            />
          ))
        }
      />
    ),
    Overview: function Overview({ id }: ViewProps) {
      const { data } = useRecord(record, id);
      return (
        <Stack>
          <RecordOverview record={record} id={id} />
          {rows.map(([name, fields]) => (
            <TablePanel
              key={name}
              title={toSentence(name)}
              columns={columnsOf(fields)}
              rows={rowsIn(data, name)}
              rowKey={({ id: key }: RowValues) => String(key)}
            />
          ))}
        </Stack>
      );
    },
  };
}
