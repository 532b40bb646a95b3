import type { ReportQuery, Values } from '@carrara/adapters/postgres/engine/reports/reportQuery';
import type { NavLeaving } from '@carrara/domain/carry/navAccrual';
import { type CalendarDate, calendarDate, decimal } from '@carrara/domain/kernel';
import type { NavExit, NavPorts, NavQuery } from './readCarryAtNav.ts';

/** A question about the carry of one participant: at NAV, or in a what-if. */
export interface NavQuestion {
  readonly asOf?: string | undefined;
  readonly exitValues?: string | undefined;
  readonly navPercent?: string | undefined;
  readonly leavingDate?: string | undefined;
  readonly leavingEffect?: NavLeaving['effect'] | undefined;
}

function exitOf({ exitValues, navPercent }: NavQuestion): NavExit {
  const pairs = exitValues?.split(',').map((pair) => pair.split(':')) ?? [];
  return {
    values: new Map(pairs.map(([fundId = '', amount = '0']) => [fundId.toLowerCase(), decimal(amount)])),
    navPercent: navPercent === undefined ? null : decimal(navPercent),
  };
}

/** Reads a question about one participant. */
export function participantNavQuery(id: string, question: NavQuestion, today: CalendarDate) {
  const { asOf, leavingDate, leavingEffect: effect = 'VESTING_STOPS' } = question;
  const leaving = leavingDate === undefined ? undefined : { participantId: id, on: calendarDate(leavingDate), effect };
  return { participantId: id, asOf, today, exit: exitOf(question), leaving };
}

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
