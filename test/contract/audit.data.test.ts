import { fillTenant } from '@carrara/adapters/postgres/platform/referenceData/fillTenant';
import { multipart } from '@carrara/server/testing/multipart';
import { keysIn } from '@carrara/server/testing/plantCarryPlan';
import { type TestPerson, TestServer } from '@carrara/server/testing/testServer';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from './servedCalls.ts';
import { watchWrites, type Write } from './writes.ts';

const sample = new URL('../../samples/carry-plan.xlsx', import.meta.url);
const everything = { carry: 'administrator', comp: 'administrator', performance: 'administrator' } as const;
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
interface Saved {
  readonly Id: string;
  readonly RowVersion: number;
  readonly [field: string]: unknown;
}

/** A16: plays a story that uses all writing calls, and watches the database. */
describe('A16: the audit entries of every writing call', () => {
  let server: TestServer;
  let tenantId: string;
  let administrator: TestPerson;
  let approver: TestPerson;
  let written: readonly Write[];
  const used = new Set<string>();

  const named = new Map(calls.map(({ name, endpoint }) => [name, endpoint]));
  /** Sends a call by its name. Ids fill the path in order. */
  async function send(name: string, ids: readonly string[], request: object = {}, person = administrator, query = '') {
    const endpoint = named.get(name);
    if (!endpoint) throw new Error(`there is no call ${name}`);
    let at = 0;
    const url = endpoint.path.replace(/:[A-Za-z]+/g, () => ids[at++] ?? '') + query;
    const answer = await server.call(person.token, tenantId, { method: endpoint.method, url, ...request });
    expect(answer.statusCode, `${name}: ${answer.body.slice(0, 600)}`).toBe(200);
    if (endpoint.method !== 'GET') used.add(name);
    return answer.json<Saved>();
  }
  const post = (name: string, payload: object, ids: readonly string[] = [], person = administrator) =>
    send(name, ids, { payload }, person);
  const upload = (name: string, ids: readonly string[], type: string, file: string, bytes: Uint8Array, query = '') =>
    send(name, ids, multipart({ name: file, type, bytes }), administrator, query);
  const first = async (sql: string): Promise<string> => {
    const { rows } = await server.database.worker.query<{ id: string }>(sql, [tenantId]);
    if (!rows[0]) throw new Error(`nothing found: ${sql}`);
    return rows[0].id;
  };
  const entry = (type: string) =>
    first(
      `SELECT id FROM reference_entry WHERE tenant_id = $1 AND type = '${type}' AND NOT is_inactive ORDER BY code LIMIT 1`,
    );

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    await fillTenant(server.database.worker, tenantId, server.now);
    administrator = await server.person(tenantId, everything);
    approver = await server.person(tenantId, { carry: 'viewer' });
    const watch = await watchWrites(server);
    await playPlan();
    await playRecords();
    await playRun();
    written = await watch.stop();
  });
  afterAll(() => server.stop());

  const usual = { IsForeign: false, IsEscrowExempt: false };

  async function playPlan() {
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const { Id } = await upload('uploadFile', ['carry-plan'], type, 'plan.xlsx', await readFile(sample));
    await post('confirmUpload', {}, [Id, 'carry-plan', 'true']);
  }

  async function playRecords() {
    const Currency = { Id: await entry('currency') };
    const fund = await post('saveFund', { Code: 'NEW', LegalName: 'New LP', Currency });
    await post('saveFund', { Id: fund.Id, RowVersion: fund.RowVersion, Code: 'NEW', LegalName: 'Newer LP', Currency });
    const coinvestment = await post('saveCoinvestment', { Code: 'CO', Name: 'Co', Fund: { Id: fund.Id }, Currency });
    const investment = await post('saveInvestment', {
      Code: 'INV',
      Name: 'Investment',
      LegalName: 'Investment Inc.',
      FundInvestments: [{ Fund: { Id: fund.Id } }],
      CoinvestmentInvestments: [],
    });
    const part = await first(
      `SELECT x.id FROM fund_investment x WHERE x.tenant_id = $1 AND x.investment_id = '${investment.Id}'`,
    );
    const tranche = await post('saveTranche', { FundInvestment: { Id: part }, InvestedAmount: '5.00' }, [
      investment.Id,
    ]);
    await send('deleteTranche', [investment.Id, tranche.Id]);
    const Taxes = await first('SELECT id FROM tax_profile WHERE tenant_id = $1 LIMIT 1');
    for (const [kind, id] of [
      ['Fund', fund.Id],
      ['Coinvestment', coinvestment.Id],
      ['Investment', investment.Id],
    ] as const) {
      await post(`assign${kind}TaxProfiles`, [{ TaxProfileId: Taxes }], [id]);
      await send(`remove${kind}TaxProfile`, [id], {}, administrator, `?ProfileId=${Taxes}`);
    }
    await post('saveTaxProfile', { Name: 'Flat', SubjectToCharacterization: false, TaxRate: '10', IsInactive: false });
    const Schedule = {
      Name: 'Own',
      IsDefault: false,
      ParticipantClass: { Id: await entry('participant-class') },
      Details: [
        { PeriodStart: 0, PeriodEnd: 12, VestedPercentage: '0' },
        { PeriodStart: 12, PeriodEnd: 24, VestedPercentage: '100' },
      ],
    };
    await send('deleteVestingSchedule', [(await post('saveVestingSchedule', Schedule)).Id]);
    const hired = { Code: 'N1', FirstName: 'Nia', LastName: 'New', HireDate: '2020-01-01', ...usual };
    let employee = await post('saveEmployee', hired);
    await post('assignParticipantTaxProfiles', [{ TaxProfileId: Taxes }], [employee.Id]);
    await send('removeParticipantTaxProfile', [employee.Id, Taxes]);
    const terminated = { TerminationReason: 'left', TerminationDate: '2024-01-31' };
    employee = await post('terminateEmployee', { RowVersion: employee.RowVersion, ...terminated }, [employee.Id]);
    const earlier = { TerminationReason: 'left early', TerminationDate: '2024-01-30' };
    employee = await post('correctEmployeeLeaving', { RowVersion: employee.RowVersion, ...earlier }, [employee.Id]);
    const back = { RehireReason: 'came back', RehireDate: '2025-02-01' };
    await post('rehireEmployee', { RowVersion: employee.RowVersion, ...back }, [employee.Id]);
    const trust = await post('saveTrust', { Code: 'T1', LegalName: 'Trust', Employee: { Id: employee.Id }, ...usual });
    const entity = await post('saveEntity', {
      Code: 'EN',
      Name: 'Entity',
      CarryEligibleDate: '2020-01-01',
      ...usual,
      Members: [],
    });
    for (const [name, { Id }] of [
      ['deleteEntity', entity],
      ['deleteTrust', trust],
      ['deleteEmployee', employee],
    ] as const)
      await send(name, [Id]);
    const note = await post('saveNote', { NoteText: 'Look', ObjectId: fund.Id, ObjectType: 'fund' });
    await send('deleteNote', [note.Id]);
    const page = { ObjectId: fund.Id, ObjectType: 'fund', Name: 'Page', Url: 'https://example.test/' };
    await send('deleteDocument', [(await post('saveExternalDocument', page)).Id]);
    const paper = Buffer.from('a');
    const document = await upload('uploadDocument', [fund.Id], 'text/plain', 'a.txt', paper, '?ObjectType=fund');
    const released = await post('releaseDocument', { Id: document.Id, RowVersion: 1, IsReleased: true });
    await send('deleteDocument', [released.Id]);
    await upload('uploadContainerImage', [investment.Id], 'image/png', 'a.png', pixel);
    await send('removeContainerImage', [investment.Id]);
    await post('saveReferenceEntry', { Code: 'ZZ', Description: 'Own sector' }, ['sector']);
    const pair = { SourceCurrencyCode: 'EUR', DestinationCurrencyCode: 'USD' };
    await post('saveCurrencyPair', pair);
    const rates = await post('saveExchangeRates', {
      Rates: ['2026-03-31', '2026-06-30'].map((EffectiveDate) => ({ ...pair, EffectiveDate, Rate: '1.08' })),
    });
    const [rate] = rates as unknown as readonly Saved[];
    await send('deleteExchangeRate', [rate?.Id ?? '']);
    const group = await post('saveGroup', {
      Name: 'Group',
      Roles: [{ Application: 'carry', Role: 'viewer' }],
      GroupMembers: [],
    });
    expect(group.Id).toBeTruthy();
    for (const [name, { Id }] of [
      ['deleteInvestment', investment],
      ['deleteCoinvestment', coinvestment],
      ['deleteFund', fund],
    ] as const)
      await send(name, [Id]);
  }

  /** Makes a new version of a fund's profile the default, then the first one again, and deletes the new one. */
  async function playProfiles(containerId: string) {
    const profile = await send('getCurrentAllocationProfile', [containerId]);
    const entries = (profile['Entries'] as readonly Record<string, unknown>[]).map((line) =>
      Object.fromEntries(
        ['ParticipantId', 'Predilute', 'Fixed', 'Discretionary', 'ParticipantClass', 'VestingSchedule'].map((field) => [
          field,
          line[field],
        ]),
      ),
    );
    const again = { Name: 'Next', EffectiveDate: '2026-01-01', IsCurrent: true, IsShareBased: false, Entries: entries };
    const { Id, RowVersion } = profile;
    const version = await post('saveAllocationProfile', { ...again, Id, RowVersion, AsNewVersion: true }, [
      containerId,
    ]);
    await post('setDefaultAllocationProfile', {}, [Id]);
    await send('deleteAllocationProfile', [version.Id]);
  }

  async function playRun() {
    const source = await first(`SELECT id FROM container WHERE tenant_id = $1 AND kind = 'fund' AND code = 'ARP-I'`);
    await playProfiles(source);
    const TaxCharacterization = {
      Id: await first(
        `SELECT id FROM reference_entry WHERE tenant_id = $1 AND type = 'tax-characterization' ORDER BY code LIMIT 1`,
      ),
    };
    const body = {
      Name: 'Watched',
      DistributionDate: '2026-09-30',
      DefaultEscrow: '10',
      DefaultTerminatedEscrow: '25',
      UnallocatedAcknowledged: true,
      Approvers: [{ Id: approver.personId }],
      DistributionSources: [
        {
          Source: { Id: source },
          Type: 'Fund',
          NetDistrbutableAmount: '1000000.00',
          TaxCharacterizations: [{ TaxCharacterization, CharacterizationPercentage: '100' }],
        },
      ],
    };
    const draft = await post('saveDistribution', body);
    const step = async (name: string, saved: Saved, more: object = {}) =>
      post(name, { RowVersion: saved.RowVersion, ...more }, [draft.Id]);
    let run = await step('submitDistribution', draft, { Acknowledged: keysIn(draft) });
    run = await step('withdrawDistribution', run, { Comment: 'wait' });
    run = await step('submitDistribution', run, { Acknowledged: keysIn(run) });
    const answer = {
      DistributionId: draft.Id,
      RowVersion: run.RowVersion,
      ApprovalDecision: 'APP',
      Acknowledged: keysIn(run),
    };
    run = await post('saveApproval', answer, [], approver);
    await step('disburseDistribution', run);
    const mirror = await post('reverseDistribution', { DistributionDate: '2026-10-01' }, [draft.Id]);
    await send('deleteDistribution', [mirror.Id]);
  }

  it('are exactly one for each changed record, in the transaction of the change', () => {
    expect(new Set(written.map(({ table }) => table)).size).toBeGreaterThan(15);
    expect(written.filter(({ entries }) => entries !== 1)).toEqual([]);
  });

  it('are checked for more than 40 writing calls', () => {
    const writing = calls.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.readOnly !== true);
    const missing = writing.filter(({ name }) => !used.has(name)).map(({ name }) => name);
    expect(used.size, `not used: ${missing.join(', ')}`).toBeGreaterThan(40);
  });
});
