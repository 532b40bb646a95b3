import type { carryAtNavEndpoints, portalCarryAtNavEndpoints } from '@carrara/contract/carry/navAccrual/carryAtNav';
import { changedTermsIn } from '@carrara/contract/core/whatIfTerms';
import { portalShows } from '@carrara/contract/core/modules';
import { compareCarryAtNav, type ComparedCarry } from '@carrara/domain/carry/navAccrual';
import {
  calendarDate,
  type Decimal,
  decimal,
  displayedDate,
  err,
  fail,
  moneyText,
  noSuch,
  numberText,
  ok,
} from '@carrara/domain/kernel';
import { ownerExists, ownerNotFound } from '../../../core/ownerScope.ts';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { requestedParticipant } from '../participant/portal.ts';
import { limitToReader, withoutShares } from '../participant/portalExplanation.ts';
import { carryAtNavRows, sumsByCurrency } from './carryAtNavRows.ts';
import { explainCarryAtNav } from './explainCarryAtNav.ts';
import { type NavQuestion, participantNavQuery } from './navQuery.ts';
import { type NavPorts, readCarryAtNav } from './readCarryAtNav.ts';

const noClawback = { clawbackGross: null, clawbackNet: null, coveredByEscrow: null };

/** Reads the carry of a participant. Fails: NOT_FOUND (an exit value of a fund in which they have no carry). */
async function readCarryOfParticipant(
  ports: NavPorts,
  context: RequestContext,
  { id, isEntity, query }: { readonly id: string; readonly isEntity: boolean; readonly query: NavQuestion },
) {
  const requested = participantNavQuery(id, query, context.today);
  const read = await carryAtNavRows(context.tx, ports, requested);
  const withPoints = new Set(read.rows.flatMap(({ fundId, points }) => (points === null ? [] : [fundId])));
  const funds = read.funds.filter((fund) => withPoints.has(fund.id));
  if ([...requested.exit.values.keys()].some((fundId) => !withPoints.has(fundId)))
    return err([noSuch('fund', ['exitValues'])]);
  const own = isEntity ? read.rows.map((row) => ({ ...row, ...noClawback })) : read.rows;
  return ok({
    date: read.date,
    byCurrency: sumsByCurrency(own, tenantCurrency(context), isEntity),
    rows: own.map(({ participantId: _1, ...row }) => row),
    funds,
  });
}

const textOf = (amount: Decimal | null) => amount && moneyText(amount);
const comparedTexts = ({ now, whatIf, difference }: ComparedCarry['total']) => ({
  now: textOf(now),
  whatIf: textOf(whatIf),
  difference: textOf(difference),
});

/** Operations on the carry at NAV of one participant or vehicle, for the carry team. */
export const carryAtNavOperations = (ports: NavPorts): Operations<typeof carryAtNavEndpoints> => ({
  async getParticipantCarryAtNav(context, { params: { id }, query }) {
    const { tx } = context;
    if (!(await ownerExists(tx, id, 'participant'))) return ownerNotFound('participant');
    return readCarryOfParticipant(ports, context, { id, query, isEntity: await ownerExists(tx, id, 'entity') });
  },

  async explainParticipantCarryAtNav(context, { params: { id }, query }) {
    if (!(await ownerExists(context.tx, id, 'participant'))) return ownerNotFound('participant');
    const isEntity = await ownerExists(context.tx, id, 'entity');
    return explainCarryAtNav(context, ports, { id, isEntity, query, hasFunds: true });
  },

  async getVehicleCarryAtNav({ tx, today }, { params: { id }, query }) {
    const { asOf, exitValue, navPercent, exitDate } = query;
    const requested = { asOf, today, vehicleIds: [id] };
    const now = await readCarryAtNav(tx, ports, requested);
    const [vehicle] = now.vehicles;
    if (vehicle === undefined) return err([noSuch('fund')]);
    if (exitDate !== undefined && exitDate < now.date)
      return err([
        fail(
          'DATES_REVERSED',
          ['exitDate'],
          `The exit date is before the quarter end ${displayedDate(now.date)}. Choose a later date, or an earlier quarter.`,
        ),
      ]);
    const exit = {
      values: new Map(exitValue === undefined ? [] : [[vehicle.vehicleId, decimal(exitValue)]]),
      navPercent: navPercent === undefined ? null : decimal(navPercent),
      date: exitDate === undefined ? undefined : calendarDate(exitDate),
      terms: changedTermsIn(query),
    };
    const whatIf = await readCarryAtNav(tx, ports, { ...requested, exit });
    const { participants, unallocated, total, covered } = compareCarryAtNav(now.accruals, whatIf.accruals);
    const named = participants.map(({ participantId, ...amounts }) => ({
      id: participantId,
      name: now.names.get(participantId) ?? '',
      ...comparedTexts(amounts),
    }));
    return ok({
      date: now.date,
      currency: vehicle.currency,
      participants: named.toSorted((first, other) => first.name.localeCompare(other.name, 'en')),
      unallocated: comparedTexts(unallocated),
      total: comparedTexts(total),
      covered: covered && numberText(covered),
      causes: [...new Set(whatIf.accruals.flatMap(({ causes }) => causes))],
    });
  },
});

const notDisplayed = err([fail('NOT_FOUND', [], 'Your firm doesn’t display carry at NAV here.')]);

/** The same for the participant, without what the firm hides. */
export const portalCarryAtNavOperations = (ports: NavPorts): Operations<typeof portalCarryAtNavEndpoints> => ({
  async getPortalCarryAtNav(context, { query: { holder, ...query } }) {
    const { carryAtNav, estimates, percentages } = portalShows(context.tenant.settings);
    if (!carryAtNav) return notDisplayed;
    const found = await requestedParticipant(context, holder);
    if (found.isErr()) return err(found.error);
    const { id, kind } = found.value;
    const read = await readCarryOfParticipant(ports, context, { id, query, isEntity: kind === 'Entity' });
    const hidden = estimates ? {} : { accruedByRealization: null };
    return read.map(({ date, byCurrency, rows, funds }) => ({
      date,
      byCurrency: byCurrency.map(({ fundsCovered, ...sums }) => ({
        ...sums,
        ...hidden,
        fundsCovered: estimates ? fundsCovered : fundsCovered.filter(({ field }) => field !== 'accruedByRealization'),
      })),
      rows: rows.map(({ fundId: _1, fundType: _2, investmentId: _3, ...row }) => ({
        ...row,
        ...hidden,
        ...(percentages ? {} : { points: null, invested: null }),
      })),
      funds: funds.map(({ nav: _nav, ...fund }) => fund),
    }));
  },

  async explainPortalCarryAtNav(context, { query: { holder, ...query } }) {
    const { carryAtNav, estimates, percentages } = portalShows(context.tenant.settings);
    if (!carryAtNav) return notDisplayed;
    const found = await requestedParticipant(context, holder);
    if (found.isErr()) return err(found.error);
    const { id, kind } = found.value;
    const isHidden =
      (query.figure === 'accruedByRealization' && !estimates) || (query.figure === 'invested' && !percentages);
    if (isHidden) return err([fail('NOT_FOUND', ['figure'], 'Your firm doesn’t show this figure in the portal.')]);
    const isEntity = kind === 'Entity';
    const explained = await explainCarryAtNav(context, ports, { id, isEntity, query, hasFunds: false });
    return explained.map((node) => limitToReader(percentages ? node : withoutShares(node), () => true));
  },
});
