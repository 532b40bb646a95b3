import { RecordEditor } from '../../../record/RecordEditor.tsx';
import { investmentRecord } from './investmentRecord.ts';

/** Adds or changes an investment, with the funds and coinvestments that hold it. */
export const InvestmentEditor = () => <RecordEditor record={investmentRecord} />;
