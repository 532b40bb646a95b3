import { decimal, type Failures, fail } from '../../kernel/index.ts';
import type { Remark, Warning } from '../run/index.ts';
import { accrualWarnings } from './accrualWarnings.ts';
import type { Acknowledgment, DistributionHead, DistributionPorts } from './ports.ts';
import { acknowledgmentOf } from './runWarnings.ts';

/** The acknowledgments given and those still missing. */
export interface Acknowledged {
  readonly given: readonly Acknowledgment[];
  readonly missing: Failures;
}

/** Splits the warnings that need an acknowledgment into acknowledged and missing ones. Fails: as `missing` NOT_ACKNOWLEDGED. */
export async function acknowledge(
  ports: Pick<DistributionPorts, 'readable' | 'acknowledgesAbove'>,
  warnings: readonly Warning[],
  acknowledged: readonly string[],
  verb: 'submit' | 'approve',
): Promise<Acknowledged> {
  const keyed = warnings.flatMap((warning) => {
    const key = acknowledgmentOf(warning, ports.acknowledgesAbove);
    return key === undefined ? [] : [{ key, warning }];
  });
  const readable = await ports.readable(keyed.map(({ warning }) => warning));
  const texts = keyed.map(({ key }, i) => ({ key, path: readable[i]!.path, text: readable[i]!.detail }));
  const isGiven = ({ key }: Pick<Acknowledgment, 'key'>) => acknowledged.includes(key);
  return {
    given: texts.filter(isGiven).map(({ key, text }) => ({ key, text })),
    missing: texts
      .filter((one) => !isGiven(one))
      .map(({ path, text }) => fail('NOT_ACKNOWLEDGED', path, `${text} Acknowledge this before you ${verb}.`)),
  };
}

type Reading = Pick<DistributionPorts, 'paidOf' | 'balancesAt' | 'remarksOf'>;

/** Returns the warnings of a stored run based on the current accounts. Reversals and paid runs have none. */
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

/** Returns all warnings of a stored run: those stored with it and those based on the current accounts. */
export async function currentWarnings(ports: Reading, head: DistributionHead): Promise<readonly Warning[]> {
  const stored = (await ports.remarksOf(head.id)).filter(({ kind }) => kind === 'warning').map(asWarning);
  return [...stored, ...(await accrualWarningsNow(ports, head))];
}

/**
 * Returns the reasons why an approved run can't be paid. If another run has used the balance since, this run may now exceed the accrued amount by
 * more than was acknowledged. A run by carry balance never pays more than the balance.
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
  const acknowledged = (await ports.acknowledgmentsOf(head.id)).map(({ key }) => key);
  return above.flatMap(({ code, path, detail, amount = '0' }) => {
    const start = `${[code, ...path].join('.')}.`;
    const isCovered = acknowledged.some((key) => key.startsWith(start) && decimal(key.slice(start.length)).gte(amount));
    if (isCovered) return [];
    const text = `${detail} The balances have changed since this was approved. Withdraw it, review it and submit it again.`;
    return [fail('NOT_ACKNOWLEDGED', path, text)];
  });
}
