import { RecordEditor } from '../../record/RecordEditor.tsx';
import { vintageRecord } from './vintageRecord.ts';
import { checkYear, editedFields, savedYear, typedYear } from './yearField.ts';

const record = { ...vintageRecord, fields: editedFields };

/** A vintage of a fund. */
export function VintageEditor() {
  return <RecordEditor record={record} moreOf={typedYear} check={checkYear} saved={savedYear} />;
}
