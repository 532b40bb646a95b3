import {
  IconAward,
  IconBell,
  IconBriefcase,
  IconBuildingBank,
  IconBuildingSkyscraper,
  IconCalculator,
  IconCalendarStats,
  IconCash,
  IconChartLine,
  IconCoins,
  IconDatabaseImport,
  IconFileDollar,
  IconGitMerge,
  IconHeartHandshake,
  IconHome,
  IconHourglass,
  IconReceiptTax,
  IconReportAnalytics,
  IconScale,
  IconSettings,
  IconTargetArrow,
  IconTelescope,
  IconTimelineEvent,
  IconTrendingUp,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { IconName } from './screenTypes.ts';

const icons: Readonly<Record<IconName, typeof IconUsers>> = {
  home: IconHome,
  people: IconUsers,
  bank: IconBuildingBank,
  building: IconBuildingSkyscraper,
  handshake: IconHeartHandshake,
  merge: IconGitMerge,
  briefcase: IconBriefcase,
  timeline: IconTimelineEvent,
  coins: IconCoins,
  trending: IconTrendingUp,
  forecast: IconTelescope,
  scale: IconScale,
  report: IconReportAnalytics,
  calendar: IconCalendarStats,
  receipt: IconReceiptTax,
  database: IconDatabaseImport,
  settings: IconSettings,
  bell: IconBell,
  chartLine: IconChartLine,
  target: IconTargetArrow,
  cash: IconCash,
  award: IconAward,
  hourglass: IconHourglass,
  calculator: IconCalculator,
  document: IconFileDollar,
};

export function icon(name: IconName): ReactNode {
  const Icon = icons[name];
  return <Icon size={16} stroke={1.6} aria-hidden />;
}
