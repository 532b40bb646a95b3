import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import { useSession } from '../../../session/hooks.ts';
import { fundRecord } from './fundRecord.ts';

/** The tab of investors is only for the manager, because an investor may see only its own share. */
export function FundProfile({ screen }: ScreenProps) {
  const isLp = useSession().settings?.isLpTenant === true;
  const views = screen.views?.filter(({ id }) => !(isLp && id === 'investors')) ?? [];
  return <RecordProfile record={fundRecord} screen={{ ...screen, views }} />;
}
