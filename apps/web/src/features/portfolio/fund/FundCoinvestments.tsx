import type { ViewProps } from '../../../frame/screenTypes.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { coinvestmentRecord } from './coinvestmentRecord.ts';

export function FundCoinvestments({ id }: ViewProps) {
  return <RecordList record={coinvestmentRecord} embedded query={() => ({ fundId: id })} />;
}
