import { type Decimal, err, fail, type Failure, ok, Result, spokenMoney, zero } from '../../kernel/index.ts';
import { navBridge, type NavBridgeInput, type NavBridgeStep, navBridgeSteps } from '../return/index.ts';
import type { AccountColumn } from './accountColumn.ts';
import { type AccountPeriod, accountPeriods, type CapitalAccount } from './capitalAccount.ts';

/** A part of a NAV bridge: opening value, steps and closing value. */
export type BridgePart = 'opening' | NavBridgeStep | 'closing';
export const bridgeParts = ['opening', ...navBridgeSteps, 'closing'] as const satisfies readonly BridgePart[];

/** The rows of each part. Negative rows are subtracted. */
export const bridgeRows: Readonly<Record<BridgePart, readonly number[]>> = {
  opening: [12],
  contributions: [13],
  distributions: [14],
  transfers: [17],
  realized: [92, -98],
  unrealized: [93, -97],
  income: [90],
  expenses: [15, 16, 82],
  carry: [97, 98],
  closing: [95],
};

/**
 * Returns the steps of a NAV bridge from the rows of a capital account.
 *
 * Rows 92 and 93 are net of carry. In the bridge, gains are before carry, and carry is a separate step.
 *
 * Source: docs/calculations/nav-bridge.md.
 */
export function bridgeOfAccount(column: AccountColumn): NavBridgeInput {
  const { opening, closing, ...steps } = ofParts((part) =>
    bridgeRows[part].reduce<Decimal>((sum, row) => {
      const amount = column.get(Math.abs(row)) ?? zero;
      return row < 0 ? sum.minus(amount) : sum.plus(amount);
    }, zero),
  );
  return { opening, steps, closing, isConverted: false };
}

/** A partly known bridge: each part, or the reason why it isn't determined. */
export type ReportedBridge = Readonly<Record<BridgePart, Result<Decimal, Failure>>>;

/**
 * Returns the NAV bridge of a capital account with possibly undetermined rows, as for a vehicle with reported values. A part that depends on such a
 * row isn't determined either, for the same reason.
 *
 * Source: docs/calculations/nav-bridge.md.
 * Fails:  as `navBridge`, if all of it is known.
 */
export function reportedBridge(
  column: AccountColumn,
  whyNot: (part: BridgePart) => Failure,
): Result<ReportedBridge, Failure> {
  const bridge = bridgeOfAccount(column);
  const amounts = { ...bridge.steps, opening: bridge.opening, closing: bridge.closing };
  const bridged = ofParts(
    (part): Result<Decimal, Failure> =>
      bridgeRows[part].every((row) => column.has(Math.abs(row))) ? ok(amounts[part]) : err(whyNot(part)),
  );
  return Result.combine(Object.values(bridged)).isOk() ? navBridge(bridge).map(() => bridged) : ok(bridged);
}

/**
 * Returns the NAV bridge of each period of the account that a manager sent.
 *
 * `nav` is the vehicle's NAV on the closing date, which differs from the account's if this firm chose its own. Null if it isn't determined.
 *
 * Source: docs/calculations/nav-bridge.md.
 * Fails:  FIGURES_DIFFER (the account doesn't close at `nav`; names both), and as `reportedBridge`.
 */
export function sentBridges(
  account: CapitalAccount,
  nav: Decimal | null,
): Result<Readonly<Record<AccountPeriod, ReportedBridge>>, Failure> {
  const closing = account.ITD.get(CLOSING);
  if (nav !== null && closing !== undefined && !closing.eq(nav)) {
    const both = `The account that the manager sent closes at ${spokenMoney(closing)}, but the NAV here is ${spokenMoney(nav)}.`;
    const next = 'To see the steps as they were sent, open the capital account.';
    return err(fail('FIGURES_DIFFER', ['closing'], `${both} ${next}`));
  }
  return bridgesOfAccount(account, (part) =>
    fail('NOT_REPORTED', [part], 'Not included in the data your manager sent.'),
  );
}

/**
 * Returns the NAV bridge of each period of a capital account.
 *
 * Fails: as `reportedBridge`.
 */
export const bridgesOfAccount = (
  account: CapitalAccount,
  whyNot: (part: BridgePart) => Failure,
): Result<Readonly<Record<AccountPeriod, ReportedBridge>>, Failure> =>
  Result.combine(
    accountPeriods.map((period) => reportedBridge(account[period], whyNot).map((bridge) => [period, bridge] as const)),
  ).map((all) => Object.fromEntries(all) as Record<AccountPeriod, ReportedBridge>);

const CLOSING = 95;

const ofParts = <T>(valueOf: (part: BridgePart) => T) =>
  Object.fromEntries(bridgeParts.map((part) => [part, valueOf(part)])) as Record<BridgePart, T>;
