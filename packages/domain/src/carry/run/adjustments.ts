import { type Decimal, type Failure, fail, type Path, toCents } from '../../kernel/index.ts';
import { toWhole, type Whole } from '../../kernel/cents/index.ts';
import { checkMoney, type Refuse } from './checks.ts';
import type { Adjustment } from './distribution.ts';
import { type Route, routesTo, routeText } from './routes.ts';

/** Figures entered for one row, in whole cents. */
export interface EnteredFigures {
  readonly loanRepayment: Whole;
  readonly otherAdjustment: Whole;
  readonly tax: Whole | undefined;
  readonly escrow: Whole | undefined;
  readonly path: Path;
}

type EnteredByRoute = ReadonlyMap<Route, EnteredFigures>;

export interface LocatedAdjustments {
  readonly entered: EnteredByRoute;
  /** Warnings about adjustments whose participant has no row at the source, so that there is nothing to adjust. */
  readonly withoutRow: readonly Failure[];
}

const NOTHING_ENTERED: LocatedAdjustments = { entered: new Map(), withoutRow: [] };

/**
 * Finds the row of each adjustment of a source.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  ADJUSTMENT_AMBIGUOUS (no direct row and more than one path, `via` is needed);
 *         ADJUSTMENT_DUPLICATE; ADJUSTMENT_CONFLICT (a tax or escrow for an entity and for a row below it); MONEY_SCALE.
 */
export function locateAdjustments(
  adjustments: readonly { readonly adjustment: Adjustment; readonly path: Path }[],
  routes: readonly Route[],
  refuse: Refuse,
): LocatedAdjustments {
  if (adjustments.length === 0) return NOTHING_ENTERED;
  const withoutRow: Failure[] = [];
  const direct = new Map(routes.map((route) => [route.holder.participant.id, route]));
  const entered = new Map<Route, EnteredFigures>();
  for (const { adjustment, path } of adjustments) {
    const found = findRoutes(adjustment, direct);
    const figures = enteredFigures(adjustment, path, refuse);
    const where = `${[...(adjustment.via ?? []), adjustment.participantId].join(' > ')} at source ${adjustment.sourceId}`;
    if (found.length === 0)
      withoutRow.push(fail('ADJUSTMENT_WITHOUT_ROW', path, `not applied, because there is no row for ${where}`));
    if (found.length > 1)
      refuse('ADJUSTMENT_AMBIGUOUS', path, `there are several rows for ${where}. Specify the entities (via).`);
    const [route] = found;
    if (route === undefined || found.length > 1 || figures === undefined) continue;
    if (entered.has(route)) refuse('ADJUSTMENT_DUPLICATE', path, `${routeText(route)} is adjusted twice`);
    entered.set(route, figures);
  }
  for (const [route, { tax, escrow, path }] of entered) {
    for (let owner = route.owner; owner !== undefined; owner = owner.owner) {
      const above = entered.get(owner);
      const clash =
        (tax !== undefined && above?.tax !== undefined) || (escrow !== undefined && above?.escrow !== undefined);
      if (clash)
        refuse(
          'ADJUSTMENT_CONFLICT',
          path,
          `entered for both ${routeText(route)} and ${routeText(owner)}. Remove one of them.`,
        );
    }
  }
  return { entered, withoutRow };
}

function findRoutes({ participantId, via }: Adjustment, direct: ReadonlyMap<string, Route>): readonly Route[] {
  const [outermost, ...below] = via ?? [];
  if (outermost !== undefined) {
    let route = direct.get(outermost);
    for (const id of [...below, participantId]) {
      route = route?.members?.find((member) => member.holder.participant.id === id);
    }
    return route === undefined ? [] : [route];
  }
  const own = direct.get(participantId);
  if (own !== undefined) return [own];
  return via === undefined ? [...direct.values()].flatMap((route) => [...routesTo(participantId, route)]) : [];
}

function enteredFigures(adjustment: Adjustment, path: Path, refuse: Refuse): EnteredFigures | undefined {
  let isRefused = false;
  const cents = (name: 'loanRepayment' | 'otherAdjustment' | 'tax' | 'escrow'): Whole | undefined => {
    const amount: Decimal | undefined = adjustment[name];
    checkMoney(amount, [...path, name], (...refusal) => {
      isRefused = true;
      refuse(...refusal);
    });
    return amount === undefined || isRefused ? undefined : toWhole(toCents(amount));
  };
  const figures = {
    loanRepayment: cents('loanRepayment') ?? 0,
    otherAdjustment: cents('otherAdjustment') ?? 0,
    tax: cents('tax'),
    escrow: cents('escrow'),
    path,
  };
  return isRefused ? undefined : figures;
}
