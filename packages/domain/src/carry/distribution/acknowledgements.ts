import { decimal, type Failures, fail } from '../../kernel/index.ts';
import type { Remark, Warning } from '../run/index.ts';
import { accrualWarnings } from './accrualWarnings.ts';
import type { Acknowledgement, DistributionHead, DistributionPorts } from './ports.ts';
import { acknowledgementOf } from './runWarnings.ts';

/** What somebody acknowledged, and what is still missing. */
export interface Acknowledged {
  readonly given: readonly Acknowledgement[];
  readonly missing: Failures;
}

/** Which of the warnings that need it are acknowledged, and which are not. Fails: as `missing` NOT_ACKNOWLEDGED. */
export async function acknowledge(
  ports: Pick<DistributionPorts, 'readable' | 'acknowledgesAbove'>,
  warnings: readonly Warning[],
  acknowledged: readonly string[],
  verb: 'submit' | 'approve',
): Promise<Acknowledged> {
  const keyed = warnings.flatMap((warning) => {
    const key = acknowledgementOf(warning, ports.acknowledgesAbove);
    return key === undefined ? [] : [{ key, warning }];
  });
  const readable = await ports.readable(keyed.map(({ warning }) => warning));
  const texts = keyed.map(({ key }, i) => ({ key, path: readable[i]!.path, text: readable[i]!.detail }));
  const isGiven = ({ key }: Pick<Acknowledgement, 'key'>) => acknowledged.includes(key);
  return {
    given: texts.filter(isGiven).map(({ key, text }) => ({ key, text })),
    missing: texts
      .filter((one) => !isGiven(one))
      .map(({ path, text }) => fail('NOT_ACKNOWLEDGED', path, `${text} This must be acknowledged before you ${verb}.`)),
  };
}

type Reading = Pick<DistributionPorts, 'paidOf' | 'balancesAt' | 'remarksOf'>;

/** The warnings of a stored run that the accounts give as they are now; none of a reversal or of what is paid. */
export async function accrualWarningsNow(
  ports: Pick<Reading, 'paidOf' | 'balancesAt'>,
  {
    id,
    status,
    isReversal,
    isByBalance,
    distributionDate,
  }: Pick<DistributionHead, 'id' | 'status' | 'isReversal' | 'isByBalance' | 'distributionDate'>,
  hold = false,
): Promise<readonly Warning[]> {
  if (isReversal || status === 'DISB') return [];
  const sources = await ports.paidOf(id);
  const ids = sources.map(({ sourceId }) => sourceId);
  return accrualWarnings(sources, await ports.balancesAt(ids, distributionDate, hold), { isByBalance });
}

const asWarning = ({ code, path, message, amount }: Remark): Warning => ({
  code: code as Warning['code'],
  path,
  detail: message,
  amount,
});

/** All warnings of a stored run: those that were stored with it, and those of the accounts. */
export async function currentWarnings(ports: Reading, head: DistributionHead): Promise<readonly Warning[]> {
  const stored = (await ports.remarksOf(head.id)).filter(({ kind }) => kind === 'warning').map(asWarning);
  return [...stored, ...(await accrualWarningsNow(ports, head))];
}

/**
 * What keeps an approved run from being paid: by now it pays more above what was accrued than was acknowledged, as when another run has taken the
 * balance since. By carry balance nothing is paid above it.
 *
 * Fails: NOT_ACKNOWLEDGED, AMOUNT_ABOVE_BALANCES.
 */
export async function unacknowledgedPayments(ports: DistributionPorts, head: DistributionHead): Promise<Failures> {
  const above = await accrualWarningsNow(ports, head, true);
  if (above.length === 0) return [];
  if (head.isByBalance)
    return above.map(({ path, detail }) =>
      fail('AMOUNT_ABOVE_BALANCES', path, `${detail} Withdraw it and save it again.`),
    );
  const acknowledged = (await ports.acknowledgementsOf(head.id)).map(({ key }) => key);
  return above.flatMap(({ code, path, detail, amount = '0' }) => {
    const start = `${[code, ...path].join('.')}.`;
    const isCovered = acknowledged.some((key) => key.startsWith(start) && decimal(key.slice(start.length)).gte(amount));
    if (isCovered) return [];
    const text = `${detail} The balances have changed since this was approved. Withdraw it, review it and submit it again.`;
    return [fail('NOT_ACKNOWLEDGED', path, text)];
  });
}
