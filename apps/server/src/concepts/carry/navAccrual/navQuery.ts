import type { ReportQuery, Values } from '@carrara/adapters/postgres/engine/reports/reportQuery';
import type { CalendarDate } from '@carrara/domain/kernel';
import type { NavPorts, NavQuery } from './readCarryAtNav.ts';

/** Reads the parameters of a report on accrued carry. */
export function navQuery({ asOf, today, participantId, fundId, coinvestmentId }: Values): NavQuery {
  const vehicleIds = [fundId, coinvestmentId].filter((id) => typeof id === 'string');
  return {
    asOf: asOf as string | undefined,
    today: today as CalendarDate,
    participantId: (participantId ?? undefined) as string | undefined,
    vehicleIds: vehicleIds.length > 0 ? vehicleIds : undefined,
  };
}

/** Returns the quarter end of the figures, for the head of a report. */
export const defaultQuarter =
  ({ navDate }: NavPorts): NonNullable<ReportQuery['usual']> =>
  async (tx, values) => ({ asOf: await navDate(tx, navQuery(values)) });
