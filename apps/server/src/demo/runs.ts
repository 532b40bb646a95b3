import type { distributionEndpoints } from '@carrara/contract/carry/distribution';
import { err, type Failures, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../core/operations.ts';
import { dayAfter, type Firm, type Happening } from './firm.ts';
import type { DemoPersonKey } from './people.ts';

type Distributions = Operations<typeof distributionEndpoints>;
type SaveBody = Parameters<Distributions['saveDistribution']>[1]['body'];

/** A past distribution: its sources, amounts, taxes, and final status. */
export interface PastRun {
  readonly name: string;
  readonly date: string;
  readonly sources: readonly {
    readonly type: 'Fund' | 'Coinvestment' | 'Fund Investment';
    /** Code of the fund or coinvestment, or `fund/investment` for a holding. */
    readonly code: string;
    readonly amount: string;
    readonly mix: keyof typeof mixes;
  }[];
  readonly state: 'DISB' | 'APP' | 'SUB' | 'REJ' | 'DRAFT';
  readonly comment?: string;
}

/** Percentages by characterization code. */
const mixes = {
  gains: { 'LONG-TERM-CAPITAL-GAIN': '92.5', 'QUALIFIED-DIVIDEND': '5', 'INTEREST-AND-ORDINARY-INCOME': '2.5' },
  exit: { 'LONG-TERM-CAPITAL-GAIN': '100' },
  mixed: {
    'LONG-TERM-CAPITAL-GAIN': '61.25',
    'SHORT-TERM-CAPITAL-GAIN': '18.75',
    'QUALIFIED-DIVIDEND': '6.5',
    'INTEREST-AND-ORDINARY-INCOME': '8.5',
    'RETURN-OF-CAPITAL': '5',
  },
  capital: { 'RETURN-OF-CAPITAL': '65', 'LONG-TERM-CAPITAL-GAIN': '35' },
  income: { 'INTEREST-AND-ORDINARY-INCOME': '70', 'QUALIFIED-DIVIDEND': '30' },
} as const;

async function idsOf(context: RequestContext, sql: string): Promise<ReadonlyMap<string, string>> {
  const rows = await context.tx.query<{ code: string; id: string }>(sql, [context.tx.tenantId]);
  return new Map(rows.map(({ code, id }) => [code, id]));
}
const found = (ids: ReadonlyMap<string, string>, code: string): string => {
  const id = ids.get(code);
  if (!id) throw new Error(`demo: there is no ${code}`);
  return id;
};

/** Returns the sources of a run by id, each with its profile if it isn't its own. */
export async function sourcesOf(context: RequestContext, { sources }: Pick<PastRun, 'sources'>) {
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
  // Amounts from a single investment are allocated like the fund's carry.
  const profiles = await idsOf(
    context,
    `SELECT c.code, p.id FROM allocation_profile p JOIN container c ON c.tenant_id = p.tenant_id AND c.id = p.container_id
     WHERE p.tenant_id = $1 AND p.is_current AND c.kind = 'fund'`,
  );
  return sources.map(({ type, code }) => ({
    id: found(type === 'Fund Investment' ? parts : containers, code),
    type,
    holder: code.split('/')[0] ?? code,
    profile: type === 'Fund Investment' ? { id: found(profiles, code.slice(0, code.indexOf('/'))) } : undefined,
  }));
}

async function bodyOf({ cast }: Firm, context: RequestContext, run: PastRun): Promise<SaveBody> {
  const sources = await sourcesOf(context, run);
  const characterizations = await idsOf(
    context,
    `SELECT code, id FROM reference_entry WHERE tenant_id = $1 AND type = 'tax-characterization'`,
  );
  return {
    name: run.name,
    distributionDate: run.date,
    defaultEscrow: '10',
    defaultTerminatedEscrow: '25',
    investorBalanceBased: false,
    unallocatedAcknowledged: true,
    approvers: cast.approvers.map((key) => ({ id: cast.persons[key] })),
    distributionSources: run.sources.map(({ type, amount, mix }, i) => ({
      source: { id: sources[i]?.id ?? '' },
      type,
      ...(sources[i]?.profile ? { allocationProfile: sources[i].profile } : {}),
      netDistributableAmount: amount,
      taxCharacterizations: Object.entries(mixes[mix]).map(([characterization, characterizationPercentage]) => ({
        taxCharacterization: { id: found(characterizations, characterization) },
        characterizationPercentage,
      })),
      details: [],
    })),
  };
}

/** Plays a past distribution step by step through the product's own operations, up to its final status. */
export function distribute(firm: Firm, run: PastRun): Happening[] {
  const { cast, book } = firm;
  const { accountant, approvers } = cast;
  const { distribution } = firm.operations;
  let rowVersion = 0;
  const move = () => ({ params: { id: book.id('distribution', run.name) }, body: { rowVersion } });
  type Saved = { readonly id: string; readonly rowVersion: number };
  const step = (
    who: DemoPersonKey,
    days: number,
    act: (context: RequestContext) => Promise<Result<Saved, Failures>>,
  ): Happening => ({
    day: dayAfter(run.date, days),
    who,
    act: async (context) => {
      const saved = await act(context);
      if (saved.isErr()) return err(saved.error);
      book.keep('distribution', run.name, saved.value.id);
      ({ rowVersion } = saved.value);
      return saved;
    },
  });
  /** Acknowledges everything that the product asks for. */
  const acknowledged = async (context: RequestContext): Promise<string[]> => {
    const found = await distribution.getDistribution(context, { params: { id: book.id('distribution', run.name) } });
    return found.isOk() ? found.value.warnings.flatMap(({ acknowledgment }) => acknowledgment ?? []) : [];
  };
  const approvals = approvers.map((approver, i) =>
    step(approver, 3 + i, async (context) => {
      const rejects = run.state === 'REJ' && i === approvers.length - 1;
      const body = {
        distributionId: book.id('distribution', run.name),
        rowVersion,
        approvalDecision: rejects ? ('REJ' as const) : ('APP' as const),
        approvalComments: rejects
          ? (run.comment ?? 'Please check the amounts.')
          : i === 0
            ? 'Agrees with the waterfall of the funds.'
            : null,
        acknowledged: await acknowledged(context),
      };
      return distribution.saveApproval(context, { body });
    }),
  );
  const submit = async (context: RequestContext) => {
    const { params, body } = move();
    return distribution.submitDistribution(context, {
      params,
      body: { ...body, acknowledged: await acknowledged(context) },
    });
  };
  const steps = [
    step(accountant, 0, async (context) =>
      distribution.saveDistribution(context, { body: await bodyOf(firm, context, run) }),
    ),
    step(accountant, 1, submit),
    ...approvals,
    step(accountant, 7, (context) => distribution.disburseDistribution(context, move())),
  ];
  const lengths = { DRAFT: 1, SUB: 2, REJ: steps.length - 1, APP: steps.length - 1, DISB: steps.length };
  return steps.slice(0, lengths[run.state]);
}
