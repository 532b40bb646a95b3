import { type Operations, type RequestContext } from '../operations.ts';
import type { distributionEndpoints } from '@carrara/contract/distribution';
import type { Stage } from './stage.ts';
import type { DemoPersonKey } from './people.ts';

type Distributions = Operations<typeof distributionEndpoints>;
type SaveBody = Parameters<Distributions['saveDistribution']>[1]['body'];

/** A past distribution as the firm remembers it: from what, how much, how it was taxed, and how far it got. */
export interface PastRun {
  readonly name: string;
  readonly date: string;
  readonly sources: readonly {
    readonly type: 'Fund' | 'Coinvestment' | 'Fund Investment';
    /** Code of the fund or coinvestment, and for a part of an investment `fund/investment`. */
    readonly code: string;
    readonly amount: string;
    readonly mix: keyof typeof mixes;
  }[];
  readonly state: 'DISB' | 'APP' | 'SUB' | 'REJ' | 'DRAFT';
  readonly comment?: string;
}

/** Percent by characterization code. */
export const mixes = {
  gains: { 'LONG-TERM-CAPITAL-GAIN': '92.5', 'QUALIFIED-DIVIDEND': '5', 'INTEREST-AND-ORDINARY-INCOME': '2.5' },
  exit: { 'LONG-TERM-CAPITAL-GAIN': '100' },
  mixed: {
    'LONG-TERM-CAPITAL-GAIN': '61.25',
    'SHORT-TERM-CAPITAL-GAIN': '18.75',
    'QUALIFIED-DIVIDEND': '6.5',
    'INTEREST-AND-ORDINARY-INCOME': '8.5',
    'RETURN-OF-CAPITAL': '5',
  },
  income: { 'INTEREST-AND-ORDINARY-INCOME': '70', 'QUALIFIED-DIVIDEND': '30' },
} as const;

export interface Cast {
  readonly accountant: DemoPersonKey;
  readonly approvers: readonly DemoPersonKey[];
  readonly persons: Readonly<Record<DemoPersonKey, string>>;
}

const dayAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

async function idsOf(context: RequestContext, sql: string): Promise<ReadonlyMap<string, string>> {
  const rows = await context.tx.query<{ code: string; id: string }>(sql, [context.tx.tenantId]);
  return new Map(rows.map(({ code, id }) => [code, id]));
}
const found = (ids: ReadonlyMap<string, string>, code: string): string => {
  const id = ids.get(code);
  if (!id) throw new Error(`demo: there is no ${code}`);
  return id;
};

/** Runs a past distribution through the product's own operations, as far as it got. */
export async function playRun(stage: Stage, distributions: Distributions, cast: Cast, run: PastRun): Promise<void> {
  const { accountant, approvers, persons } = cast;
  const saved = await stage.act(accountant, run.date, async (context) => {
    const containers = await idsOf(
      context,
      `SELECT code, id FROM container WHERE tenant_id = $1 AND kind IN ('fund', 'coinvestment')`,
    );
    const parts = await idsOf(
      context,
      `SELECT f.code || '/' || i.code AS code, x.id FROM fund_investment x
       JOIN container f ON f.tenant_id = x.tenant_id AND f.id = x.fund_id
       JOIN container i ON i.tenant_id = x.tenant_id AND i.id = x.investment_id WHERE x.tenant_id = $1`,
    );
    // What comes from one investment is shared as the fund's carry is.
    const profiles = await idsOf(
      context,
      `SELECT c.code, p.id FROM allocation_profile p JOIN container c ON c.tenant_id = p.tenant_id AND c.id = p.container_id
       WHERE p.tenant_id = $1 AND p.is_current AND c.kind = 'fund'`,
    );
    const characterizations = await idsOf(
      context,
      `SELECT code, id FROM reference_entry WHERE tenant_id = $1 AND type = 'tax-characterization'`,
    );
    const body: SaveBody = {
      name: run.name,
      distributionDate: run.date,
      defaultEscrow: '10',
      defaultTerminatedEscrow: '25',
      investorBalanceBased: false,
      unallocatedAcknowledged: true,
      approvers: approvers.map((key) => ({ id: persons[key] })),
      distributionSources: run.sources.map(({ type, code, amount, mix }) => ({
        source: { id: found(type === 'Fund Investment' ? parts : containers, code) },
        type,
        ...(type === 'Fund Investment'
          ? { allocationProfile: { id: found(profiles, code.slice(0, code.indexOf('/'))) } }
          : {}),
        netDistributableAmount: amount,
        taxCharacterizations: Object.entries(mixes[mix]).map(([characterization, characterizationPercentage]) => ({
          taxCharacterization: { id: found(characterizations, characterization) },
          characterizationPercentage,
        })),
        details: [],
      })),
    };
    return distributions.saveDistribution(context, { body });
  });
  if (run.state === 'DRAFT') return;
  const { id } = saved;
  const move = (rowVersion: number) => ({ params: { id }, body: { rowVersion } });
  let { rowVersion } = await stage.act(accountant, dayAfter(run.date, 1), (context) =>
    distributions.submitDistribution(context, move(saved.rowVersion)),
  );
  if (run.state === 'SUB') return;
  for (const [i, approver] of approvers.entries()) {
    const rejects = run.state === 'REJ' && i === approvers.length - 1;
    const approvalDecision = rejects ? ('REJ' as const) : ('APP' as const);
    const body = {
      distributionId: id,
      rowVersion,
      approvalDecision,
      approvalComments: rejects ? (run.comment ?? 'Please check the amounts.') : null,
    };
    ({ rowVersion } = await stage.act(approver, dayAfter(run.date, 3 + i), (context) =>
      distributions.saveApproval(context, { body }),
    ));
  }
  if (run.state === 'DISB')
    await stage.act(accountant, dayAfter(run.date, 7), (context) =>
      distributions.disburseDistribution(context, move(rowVersion)),
    );
}
