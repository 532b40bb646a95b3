import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import { vintageRecord } from './vintageRecord.ts';

/** A vintage of a fund. */
export function VintageEditor() {
  return <RecordEditor record={vintageRecord} />;
}
