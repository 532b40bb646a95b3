import { FieldGroups } from '@carrara/ui/profile/FieldGroups.tsx';
import { useReadableFields } from '../../session/hooks.ts';
import type { RecordDefinition } from '../recordDefinition.ts';
import { referenceLink } from './ReferenceText.tsx';
import { useRecord } from '../recordCalls.ts';

export interface RecordOverviewProps {
  readonly record: RecordDefinition;
  readonly id: string;
}

/** All fields of a record in their groups. References link to their records. */
export function RecordOverview({ record, id }: RecordOverviewProps) {
  const { data } = useRecord(record, id);
  const fields = useReadableFields(record.fields);
  if (!data) return null;
  const links = Object.entries(fields).flatMap(([name, field]) => {
    const link = referenceLink(field, data[name]);
    return link ? [[name, link] as const] : [];
  });
  const visible = Object.keys(fields).filter((name) => fields[name]?.kind !== 'picture');
  return <FieldGroups fields={fields} record={data} only={visible} values={Object.fromEntries(links)} />;
}
