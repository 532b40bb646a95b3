import { RecordEditor } from '../../../record/RecordEditor.tsx';
import { checkYear, editedFields, savedYear, typedYear } from '../../../record/vintageYear.ts';
import { vintageRecord } from './vintageRecord.ts';

const record = { ...vintageRecord, fields: editedFields };

/** A vintage of a fund. */
export function VintageEditor() {
  return <RecordEditor record={record} moreOf={typedYear} check={checkYear} saved={savedYear} />;
}
