import type { ReportDefinition } from '@carrara/contract/core/report';
import { useSession } from '../session/hooks.ts';

/** Whether the firm has what a report is about: a firm without clawback is not offered the clawback by fund. */
export function useOffered(): (report: Pick<ReportDefinition, 'offeredWith'>) => boolean {
  const { settings } = useSession();
  const entries = settings?.applications.flatMap(({ menuEntries }) => menuEntries) ?? [];
  return ({ offeredWith }) =>
    offeredWith === undefined || entries.some(({ name, isEnabled }) => name === offeredWith && isEnabled);
}
