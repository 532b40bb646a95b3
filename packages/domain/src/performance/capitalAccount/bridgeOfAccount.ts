import { type Decimal, zero } from '../../kernel/index.ts';
import type { NavBridgeInput } from '../return/index.ts';
import type { AccountColumn } from './accountColumn.ts';

/**
 * The steps of a NAV bridge, from the rows of a capital account.
 *
 * Rows 92 and 93 are net of carry; in the bridge gains stand before it and carry is a step of its own.
 *
 * Source: docs/calculations/nav-bridge.md.
 */
export function bridgeOfAccount(column: AccountColumn): NavBridgeInput {
  const row = (number: number): Decimal => column.get(number) ?? zero;
  const [accrued, earned] = [row(97), row(98)];
  return {
    opening: row(12),
    steps: {
      contributions: row(13),
      distributions: row(14),
      transfers: row(17),
      realised: row(92).minus(earned),
      unrealised: row(93).minus(accrued),
      income: row(90),
      expenses: row(15).plus(row(16)).plus(row(82)),
      carry: accrued.plus(earned),
    },
    closing: row(95),
    isConverted: false,
  };
}
