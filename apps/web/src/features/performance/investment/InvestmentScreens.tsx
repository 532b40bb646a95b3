import { RecordEditor } from '../../../record/editor/RecordEditor.tsx';
import { investmentRecord } from './investmentRecord.ts';

/** Creates or edits an investment, with the funds and coinvestments that hold it. */
export const InvestmentEditor = () => <RecordEditor record={investmentRecord} />;
