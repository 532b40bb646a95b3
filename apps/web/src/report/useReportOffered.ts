import type { ReportDefinition } from '@carrara/contract/core/report';
import { useSession } from '../session/hooks.ts';

/**
 * Returns a function that is true if the firm uses the subject of a report. For example, a firm without clawback is not offered the clawback by fund.
 */
export function useReportOffered(): (report: Pick<ReportDefinition, 'offeredWith'>) => boolean {
  const { settings } = useSession();
  const entries = settings?.applications.flatMap(({ menuEntries }) => menuEntries) ?? [];
  return ({ offeredWith }) =>
    offeredWith === undefined || entries.some(({ name, isEnabled }) => name === offeredWith && isEnabled);
}
