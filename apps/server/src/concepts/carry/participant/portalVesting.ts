import { vestingPositions } from '@carrara/adapters/postgres/carry/carryViews/vestingSources';
import type { PortalVesting } from '@carrara/contract/carry/participant/portal';
import { vestsBetween } from '@carrara/domain/carry/vesting';
import {
  type CalendarDate,
  coveredSum,
  decimal,
  err,
  type Failures,
  moneyText,
  ok,
  type Result,
  zero,
} from '@carrara/domain/kernel';
import { vestingDate } from '@carrara/domain/people/participant';
import type { RequestContext } from '../../../core/operations.ts';
import { participantViewOperations as views } from './participantViews.ts';
import { vestedCarry, vestsAfter } from '../vesting/vestingAnalysis.ts';

const named = (id: string, name: string, reason: string | null) => ({
  id,
  name,
  reason: reason ?? '',
  lastDate: null,
  carriedFrom: null,
});

/** Returns a holder's vested and unvested carry in each currency, as the vesting analysis of today adds it up, and what vests next. */
export async function portalVesting(
  context: RequestContext,
  participantId: string,
): Promise<Result<PortalVesting[], Failures>> {
  const found = await views.getParticipantVesting(context, { params: { id: participantId }, query: {} });
  if (found.isErr()) return err(found.error);
  const { byCurrency, sources } = found.value;
  const paid = byCurrency.filter(({ originalCarryAmount }) => !decimal(originalCarryAmount ?? '0').isZero());
  const vesting: PortalVesting[] = [];
  for (const { currency, vestedCarryAmount, forfeitedCarryAmount } of paid) {
    const own = sources.filter((source) => source.currency === currency);
    const { included, total, excluded, carried } = coveredSum(
      own,
      ({ reason }) => (reason === null ? zero : null),
      ({ shareId, sourceName, reason }) => named(shareId, sourceName, reason),
    ).coverage;
    const coverage = { included, total, excluded: [...excluded], carried: [...carried] };
    const next = await nextVesting(context, participantId, currency);
    vesting.push({ currency, vested: vestedCarryAmount, unvested: forfeitedCarryAmount, coverage, next });
  }
  return ok(vesting);
}

/** Returns the next date on which carry in a currency vests, with the amount. Null for a leaver, and if all of it is vested. */
async function nextVesting(
  { tx, today }: RequestContext,
  participantId: string,
  currency: string | null,
): Promise<PortalVesting['next']> {
  const positionsUntil = async (until: CalendarDate) =>
    (await vestingPositions(tx, { on: today, until, participantId })).filter(
      ({ source, terminationDate }) =>
        source.currency === currency && terminationDate === null && !decimal(source.carryAmount).isZero(),
    );
  const dates = (await positionsUntil(today)).flatMap(({ source }) => vestsAfter(source, today));
  for (const on of [...new Set(dates)].toSorted()) {
    const { value: amount } = coveredSum(
      await positionsUntil(on),
      ({ source, terminationUntil }) => {
        const until = vestingDate(on, terminationUntil);
        const [now, then] = [today, until].map((day) => vestedCarry(source, day).vestedCarryAmount);
        const vests = vestsBetween(now ?? null, then ?? null);
        return vests === null ? null : decimal(vests);
      },
      ({ id, source }) => named(id, source.name, null),
    );
    if (amount?.greaterThan(zero)) return { on, amount: moneyText(amount) };
  }
  return null;
}
