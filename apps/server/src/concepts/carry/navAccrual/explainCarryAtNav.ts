import type { explainedAtNav } from '@carrara/contract/carry/navAccrual/carryAtNav';
import type { ExplanationNode } from '@carrara/contract/core/explanation';
import {
  explainCarryAtNav as recordCarry,
  explainClawback,
  explainCover,
  type ExplainedExposure,
  explainNavTotal,
} from '@carrara/domain/carry/navAccrual';
import {
  createExplanations,
  decimal,
  err,
  type Explanations,
  type Failures,
  moneyText,
  noSuch,
  ok,
  type Result,
  sumOfMoney,
} from '@carrara/domain/kernel';
import { explanationNode } from '../../../core/explanationNode.ts';
import type { RequestContext } from '../../../core/operations.ts';
import { tenantCurrency } from '../../../core/tenantCurrency.ts';
import { carryAtNavRows, type ParticipantRow, type RecordRow, sumsByCurrency } from './carryAtNavRows.ts';
import { type NavQuestion, participantNavQuery } from './navQuery.ts';
import type { NavPorts } from './readCarryAtNav.ts';

type Field = (typeof explainedAtNav)[number];
interface Question extends NavQuestion {
  readonly figure: Field;
  readonly rowId?: string | undefined;
  readonly currency?: string | undefined;
}
type Path = ExplanationNode['path'];

const titles: Readonly<Record<string, string>> = {
  carryAtNav: 'Accrued at NAV',
  vested: 'Vested',
  unvested: 'Not vested',
  nextAmount: 'Vests then',
  invested: 'Invested behind points',
  accruedByRealization: 'Accrued by realization',
  paid: 'Paid',
  escrow: 'Escrow',
  clawbackGross: 'Clawback before tax',
  clawbackNet: 'Clawback after tax',
  coveredByEscrow: 'Covered by escrow',
  accrued: 'Accrued carry',
  part: 'Carry of the tranche',
};

/** Records the rows of a participant, and names the entities on the path of each share. */
class NavRecord {
  readonly explanations: Explanations = createExplanations();
  private readonly hasFunds: boolean;
  private readonly paths = new Map<string, readonly (readonly string[])[]>();

  constructor(hasFunds: boolean) {
    this.hasFunds = hasFunds;
  }

  readonly add: RecordRow = (row, vehicle, carry) => {
    const explain = this.explanations.within(['rows', row.id]);
    const fundAt = (figure: string) => ['..', '..', 'funds', vehicle.vehicleId, figure];
    if (carry) {
      recordCarry(carry, this.hasFunds ? { ...vehicle, path: fundAt('accrued') } : undefined, explain);
      this.paths.set(
        row.id,
        carry.shares.map(({ via }) => via),
      );
    }
    const { exposures, clawback } = vehicle;
    const own = exposures?.get(row.participantId);
    if (!exposures || !own || !clawback || row.investmentId !== null) return;
    const receivedByAll = decimal(sumOfMoney([...exposures.values()].map(({ received }) => moneyText(received))));
    const split = (figure: string, exposure: ExplainedExposure['exposure']) => ({
      path: fundAt(figure),
      exposure,
      received: own.received,
      receivedByAll,
    });
    explainClawback('clawbackGross', split('clawbackGross', clawback.gross), own.gross, explain);
    explainClawback('clawbackNet', split('clawbackNet', clawback.net), own.net, explain);
    explainCover(own, explain);
  };

  /** Returns the entities through which a share reaches the participant. Undefined if the row has no such share. */
  via(rowId: string, at: number): readonly string[] | undefined {
    return this.paths.get(rowId)?.[at];
  }
}

/** Records the sums in each currency over the rows that are determined. */
function recordTotals(
  rows: readonly ParticipantRow[],
  sums: ReturnType<typeof sumsByCurrency>,
  explain: Explanations,
): void {
  for (const { currency, fundsCovered: _fundsCovered, ...totals } of sums) {
    const own = rows.filter((row) => row.currency === currency);
    for (const [name, total] of Object.entries(totals)) {
      const parts = own.flatMap((row) => {
        const amount = row[name as keyof typeof totals];
        return amount === null || amount === '0.00' ? [] : [{ path: ['rows', row.id, name], amount: decimal(amount) }];
      });
      if (total !== null) explainNavTotal(['total', currency ?? '', name], parts, decimal(total), explain);
    }
  }
}

/**
 * Explains a figure of a participant's carry at NAV by the accrued carry of the investment. With `hasFunds`, that follows from the fund, and the explanation
 * of a row contains that of the fund's liquidation.
 *
 * Fails: NOT_FOUND (no such figure, or one that isn't determined).
 */
export async function explainCarryAtNav(
  context: RequestContext,
  ports: NavPorts,
  request: { readonly id: string; readonly isEntity: boolean; readonly query: Question; readonly hasFunds: boolean },
): Promise<Result<ExplanationNode, Failures>> {
  const { figure, rowId, currency = '', ...question } = request.query;
  const requested = participantNavQuery(request.id, question, context.today);
  const record = new NavRecord(request.hasFunds);
  const { rows, names, date } = await carryAtNavRows(context.tx, ports, requested, record.add);
  const { explanations } = record;
  recordTotals(rows, sumsByCurrency(rows, tenantCurrency(context), request.isEntity), explanations);
  const tree = explanations.tree(rowId === undefined ? ['total', currency, figure] : ['rows', rowId, figure]);
  if (!tree) return err([noSuch('figure', ['figure'])]);
  const naming = namesFor(rows, record, names);
  const node = naming(explanationNode(tree));
  if (!request.hasFunds || rowId === undefined) return ok(node);
  const vehicleId = rows.find(({ id }) => id === rowId)?.fundId ?? '';
  const fund = (name: string) => ports.explainFund(context, { vehicleId, date, exit: requested.exit, figure: name });
  return ok(await withFund(node, fund));
}

const isOfFund = (path: Path | undefined): path is Path => path?.[0] === 'funds';

/** Adds the fund's own explanation below each step with a figure of its liquidation. */
async function withFund(
  node: ExplanationNode,
  fund: (figure: string) => Promise<ExplanationNode | undefined>,
): Promise<ExplanationNode> {
  const children: ExplanationNode[] = [];
  for (const child of node.children) children.push(await withFund(child, fund));
  for (const { figure } of node.inputs) {
    const found = isOfFund(figure) ? await fund(String(figure.at(-1))) : undefined;
    if (found && figure) children.push({ ...found, path: figure });
  }
  return { ...node, children };
}

/** Returns the function that names each step by its figure, with the fund and investment, and the parts of a sum by what distinguishes them. */
function namesFor(rows: readonly ParticipantRow[], record: NavRecord, names: ReadonlyMap<string, string>) {
  const rowNames = new Map(
    rows.map(({ id, fundCode, investmentName }) => [id, `${fundCode}, ${investmentName ?? 'whole fund'}`]),
  );
  const throughOf = (path: Path): string => {
    const via = record.via(String(path[1]), Number(path[3])) ?? [];
    return via.length === 0
      ? 'direct'
      : `through ${via
          .map((id) => names.get(id) ?? '')
          .toReversed()
          .join(' of ')}`;
  };
  const subject = (path: Path): string => {
    if (path[0] === 'total') return ['all funds', ...(path[1] === '' ? [] : [path[1]])].join(', ');
    const name = rowNames.get(String(path[1])) ?? '';
    return path[2] === 'shares' ? `${name}, ${throughOf(path)}` : name;
  };
  const inputName = (name: string, path: Path | undefined): string => {
    if (path && /^row \d+$/.test(name)) return rowNames.get(String(path[1])) ?? name;
    return path && /^share \d+$/.test(name) ? throughOf(path) : name;
  };
  const named = (node: ExplanationNode): ExplanationNode => ({
    ...node,
    name: `${titles[String(node.path.at(-1))] ?? ''} · ${subject(node.path)}`,
    inputs: node.inputs.map((input) => ({ ...input, name: inputName(input.name, input.figure) })),
    children: node.children.map(named),
  });
  return named;
}
