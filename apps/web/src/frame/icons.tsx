import {
  IconBell,
  IconBriefcase,
  IconBuildingBank,
  IconCalendarStats,
  IconCoins,
  IconDatabaseImport,
  IconGitMerge,
  IconReceiptTax,
  IconSettings,
  IconTimelineEvent,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { IconName } from './screenTypes.ts';

const icons: Readonly<Record<IconName, typeof IconUsers>> = {
  participants: IconUsers,
  funds: IconBuildingBank,
  coinvestments: IconGitMerge,
  investments: IconBriefcase,
  vintages: IconTimelineEvent,
  distributions: IconCoins,
  vesting: IconCalendarStats,
  taxes: IconReceiptTax,
  data: IconDatabaseImport,
  settings: IconSettings,
  notifications: IconBell,
};

export function icon(name: IconName): ReactNode {
  const Icon = icons[name];
  return <Icon size={16} stroke={1.6} aria-hidden />;
}
