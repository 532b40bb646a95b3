import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { RecordProfile } from '../../../record/RecordProfile.tsx';
import { useSession } from '../../../session/hooks.ts';
import { fundRecord } from './fundRecord.ts';

/** Who has invested in it is the manager's: an investor sees the own share alone. */
export function FundProfile({ screen }: ScreenProps) {
  const isLp = useSession().settings?.isLpTenant === true;
  const views = screen.views?.filter(({ id }) => !(isLp && id === 'investors')) ?? [];
  return <RecordProfile record={fundRecord} screen={{ ...screen, views }} />;
}
