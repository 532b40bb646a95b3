import { fail, err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { ServedOperations } from '../composition.ts';
import type { RequestContext } from '../operations.ts';
import type { Cast } from './runs.ts';
import type { Stage } from './stage.ts';

/** The vintages of a firm's funds: which years, and how their carry is meant. */
const vintages: readonly {
  readonly fund: string;
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly shares?: string;
}[] = [
  { fund: 'ARP-I', from: 2012, to: 2013, type: 'SHARES', shares: '10000' },
  { fund: 'ARP-I', from: 2014, to: 2017, type: 'SHARES', shares: '6000' },
  { fund: 'ARP-II', from: 2015, to: 2016, type: 'INTEREST' },
  { fund: 'ARP-II', from: 2017, to: 2019, type: 'INTEREST' },
  { fund: 'ARP-III', from: 2018, to: 2020, type: 'SHARES', shares: '12500' },
  { fund: 'ARP-III', from: 2021, to: 2023, type: 'VARIABLE' },
];

const notes: readonly {
  readonly type: 'fund' | 'investment' | 'employee';
  readonly code: string;
  readonly day: string;
  readonly text: string;
}[] = [
  {
    type: 'fund',
    code: 'ARP-I',
    day: '2019-10-02',
    text: 'Quarry Logistics is fully realized. The escrow of the first part is released with the fund’s escrow date.',
  },
  {
    type: 'fund',
    code: 'ARP-II',
    day: '2021-11-04',
    text: 'Vantage Diagnostics closed above the forecast; the committee agreed to distribute all of it.',
  },
  {
    type: 'investment',
    code: 'QL02',
    day: '2019-09-12',
    text: 'Sale to a strategic buyer signed. Proceeds are expected before the end of the month.',
  },
  {
    type: 'investment',
    code: 'HDG01',
    day: '2026-08-20',
    text: 'Second tranche of the coinvestment is settled; the bridge is paid back in October.',
  },
  {
    type: 'employee',
    code: 'E004',
    day: '2026-09-14',
    text: 'Repays 40,000.00 of the loan of 2022 from the next distribution of fund II.',
  },
];

const links: readonly {
  readonly type: 'fund' | 'entity';
  readonly code: string;
  readonly name: string;
  readonly url: string;
}[] = [
  {
    type: 'fund',
    code: 'ARP-I',
    name: 'Limited partnership agreement, Fund I',
    url: 'https://documents.alder.example/arp-1/lpa',
  },
  {
    type: 'fund',
    code: 'ARP-II',
    name: 'Limited partnership agreement, Fund II',
    url: 'https://documents.alder.example/arp-2/lpa',
  },
  {
    type: 'entity',
    code: 'N001',
    name: 'Operating agreement',
    url: 'https://documents.alder.example/founders/operating-agreement',
  },
];

async function idOf({ tx }: RequestContext, type: string, code: string): Promise<string | undefined> {
  const table = type === 'employee' || type === 'trust' || type === 'entity' ? 'participant' : 'container';
  const [row] = await tx.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE tenant_id = $1 AND kind = $2 AND code = $3`,
    [tx.tenantId, type, code],
  );
  return row?.id;
}
const about = async <T>(
  context: RequestContext,
  type: string,
  code: string,
  act: (id: string) => Promise<Result<T, Failures>>,
): Promise<Result<T, Failures>> => {
  const id = await idOf(context, type, code);
  return id ? act(id) : err([fail('NOT_FOUND', [type], code)]);
};

/** Puts the parts of investments that were bought in its years into a vintage. */
async function collect(
  context: RequestContext,
  operations: ServedOperations,
  vintageId: string,
  fundId: string,
  from: number,
  to: number,
): Promise<Result<void, Failures>> {
  const rows = await context.tx.query<{ id: string }>(
    `SELECT x.investment_id AS id FROM fund_investment x JOIN investment i ON i.tenant_id = x.tenant_id AND i.id = x.investment_id
     WHERE x.tenant_id = $1 AND x.fund_id = $2 AND extract(year FROM i.initial_investment_date) BETWEEN $3 AND $4`,
    [context.tx.tenantId, fundId, from, to],
  );
  for (const { id } of rows) {
    const read = await operations.investment.getInvestment(context, { params: { id } });
    if (read.isErr()) return err(read.error);
    const {
      fundInvestments,
      coinvestmentInvestments,
      rowVersion,
      code,
      name,
      legalName,
      type,
      status,
      industries,
      sector,
      initialInvestmentDate,
      address,
    } = read.value;
    const saved = await operations.investment.saveInvestment(context, {
      body: {
        id,
        rowVersion,
        code,
        name,
        legalName,
        type,
        status,
        industries,
        sector,
        initialInvestmentDate,
        address,
        fundInvestments: fundInvestments.map((part) => ({
          id: part.id,
          fund: part.fund,
          investedAmount: null,
          vintage: part.fund.id === fundId ? { id: vintageId } : part.vintage,
        })),
        coinvestmentInvestments: coinvestmentInvestments.map((part) => ({
          id: part.id,
          coinvestment: part.coinvestment,
          investedAmount: null,
          vintage: part.vintage,
        })),
      },
    });
    if (saved.isErr()) return err(saved.error);
  }
  return ok(undefined);
}

/** Vintages, notes, linked documents, and somebody who left and came back. */
export async function playRecords(stage: Stage, operations: ServedOperations, { accountant }: Cast): Promise<void> {
  for (const { fund, from, to, type, shares } of vintages) {
    await stage.act(accountant, '2026-09-11', (context) =>
      about(context, 'fund', fund, async (fundId) => {
        const vintageName = `${fund} ${from}–${to}`;
        const saved = await operations.vintage.saveVintage(context, {
          body: {
            vintageName,
            fund: { id: fundId },
            vintageType: { code: type, description: type },
            vintageYear: from,
            startDate: `${from}-01-01`,
            endDate: `${to}-12-31`,
            ...(shares ? { totalShares: shares } : {}),
          },
        });
        return saved.isErr() ? err(saved.error) : collect(context, operations, saved.value.id, fundId, from, to);
      }),
    );
  }
  for (const { type, code, day, text } of notes) {
    await stage.act(accountant, day, (context) =>
      about(context, type, code, (objectId) =>
        operations.note.saveNote(context, { body: { objectId, objectType: type, noteText: text } }),
      ),
    );
  }
  for (const { type, code, name, url } of links) {
    await stage.act(accountant, '2026-09-11', (context) =>
      about(context, type, code, (objectId) =>
        operations.document.saveExternalDocument(context, { body: { objectId, objectType: type, name, url } }),
      ),
    );
  }
}

/** An employee leaves and comes back: the escrow of the years between is that of a terminated one. */
export const absence = {
  leave: (stage: Stage, operations: ServedOperations, { accountant }: Cast) =>
    stage.act(accountant, '2020-04-30', (context) =>
      about(context, 'employee', 'E010', (id) =>
        operations.participant.terminateEmployee(context, {
          params: { id },
          body: { terminationReason: 'Left for a portfolio company', terminationDate: '2020-04-30' },
        }),
      ),
    ),
  comeBack: (stage: Stage, operations: ServedOperations, { accountant }: Cast) =>
    stage.act(accountant, '2022-02-01', (context) =>
      about(context, 'employee', 'E010', (id) =>
        operations.participant.rehireEmployee(context, {
          params: { id },
          body: { rehireReason: 'Came back as a principal', rehireDate: '2022-02-01' },
        }),
      ),
    ),
};
