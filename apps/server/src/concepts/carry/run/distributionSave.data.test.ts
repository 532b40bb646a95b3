import { beforeAll, describe, expect, it } from 'vitest';
import { plantCarryPlan, planDistribution } from '../../../testing/plantCarryPlan.ts';
import { refusal, responseStatus } from '../../../testing/testClient.ts';
import { type Draft, type Request, type Source, openDistributions } from '../../../testing/openDistributions.ts';

const firm = openDistributions();
const { as, people, inTenant, codeNames, body, small, save, generate, read, distributions, inState } = firm;

describe('a distribution that can’t be saved', () => {
  it.each<[string, () => Request, readonly string[]]>([
    ['no source', () => body({ distributionSources: [] }), ['NO_SOURCE', 'NO_PARTICIPANT']],
    [
      'characterizations that are not 100',
      () =>
        small((s) => ({
          ...s,
          taxCharacterizations: [
            { taxCharacterization: { id: firm.plan.idOf('longTerm') }, characterizationPercentage: '99.9999999999' },
          ],
        })),
      ['CHARACTERIZATION_NOT_100'],
    ],
    [
      'an unknown source',
      () => small((s) => ({ ...s, source: { id: firm.tenantId } })),
      ['SOURCE_UNKNOWN', 'NO_PARTICIPANT'],
    ],
    ['a source by another type', () => small((s) => ({ ...s, type: 'Fund' })), ['SOURCE_TYPE_DIFFERS']],
    [
      "another source's profile",
      () => small((s) => ({ ...s, allocationProfile: { id: firm.plan.idOf('profile of ARP-I') } })),
      ['PROFILE_OF_OTHER_SOURCE'],
    ],
    [
      'a source twice',
      () => {
        const { distributionSources } = small();
        return body({ distributionSources: [...distributionSources, ...distributionSources] });
      },
      ['SOURCE_DUPLICATE', 'SOURCE_DUPLICATE'],
    ],
    [
      'an unlisted approver',
      () => small(undefined, { approvers: [{ id: firm.tenantId }] }),
      ['NOT_AN_APPROVER_CANDIDATE'],
    ],
    [
      'balances where the firm has none',
      () => small(undefined, { investorBalanceBased: true }),
      ['INVESTOR_BALANCE_OFF'],
    ],
  ])('%s', async (_name, payload, expected) => {
    const before = await distributions();
    const { status, errors } = await refusal(save(payload()));
    expect(status).toBe(422);
    expect([...new Set(errors.map(({ code }) => code))]).toEqual([...new Set(expected)]);
    expect(await distributions()).toBe(before);
  });

  it('sources in two currencies', async () => {
    const euro = await firm.server.referenceEntry(firm.tenantId, 'currency', 'EUR');
    const move = (currency: string) =>
      inTenant((tx) =>
        tx.query('UPDATE coinvestment SET currency_id = $2 WHERE tenant_id = $1', [firm.tenantId, currency]),
      );
    await move(euro);
    expect(await codeNames(save(body()))).toEqual(['MIXED_CURRENCIES']);
    await move(firm.plan.idOf('USD'));
  });
});

it('the name of another distribution is a warning, in the editor and after saving', async () => {
  const name = 'Third quarter';
  const shared = expect.objectContaining({ code: 'NAME_SHARED', acknowledgment: null });
  const warningsOf = async (more: Partial<Draft>) => (await generate(small(), { name, ...more })).warnings;
  expect(await warningsOf({})).not.toContainEqual(shared);
  const first = await save(small(undefined, { name }));
  expect(first.warnings).not.toContainEqual(shared);
  expect(await warningsOf({ id: first.id })).not.toContainEqual(shared);
  expect(await warningsOf({ name: 'third quarter ' })).toContainEqual(shared);
  const second = await save(small(undefined, { name }));
  expect(second.warnings).toContainEqual(shared);
  expect((await read(first.id)).warnings).toContainEqual(shared);
});

describe.each(['unknown', "another tenant's"])('T03: %s records in a distribution', (owner) => {
  let ids: Record<'source' | 'profile' | 'participant' | 'characterization', string>;
  beforeAll(async () => {
    const unknown = '01890000-0000-7000-8000-000000000001';
    ids = { source: unknown, profile: unknown, participant: unknown, characterization: unknown };
    if (owner === 'unknown') return;
    const otherId = await firm.server.tenant();
    const scope = { tenantId: otherId, personId: null, now: firm.server.now.toISOString() };
    const other = await firm.server.withTenant(scope, plantCarryPlan);
    const [source] = planDistribution(other).distributionSources;
    const { rows } = await firm.server.database.worker.query<{ id: string }>(
      'SELECT id FROM allocation_profile WHERE tenant_id = $1 LIMIT 1',
      [otherId],
    );
    ids = {
      source: source!.source.id,
      profile: rows[0]!.id,
      participant: other.idOf('E001'),
      characterization: source!.taxCharacterizations![0]!.taxCharacterization.id,
    };
  });
  const changes: Readonly<Record<string, [() => Partial<Source>, string, string]>> = {
    source: [() => ({ source: { id: ids.source } }), 'SOURCE_UNKNOWN', 'DistributionSources[0].Source'],
    participant: [
      () => ({ details: [{ participantId: ids.participant, via: [], effectiveAllocation: '1' }] }),
      'PARTICIPANT_UNKNOWN',
      'DistributionSources[0].Details[0].ParticipantId',
    ],
    characterization: [
      () => ({
        taxCharacterizations: [
          { taxCharacterization: { id: ids.characterization }, characterizationPercentage: '100' },
        ],
      }),
      'CHARACTERIZATION_UNKNOWN',
      'DistributionSources[0].TaxCharacterizations[0].TaxCharacterization',
    ],
  };
  it.each(Object.keys(changes))('are refused at the path of the %s, when computed or saved', async (label) => {
    const [change, code, location] = changes[label]!;
    const payload = small((source) => ({ ...source, ...change() }));
    for (const send of [save, generate]) {
      const { status, errors } = await refusal(send(payload));
      expect(status).toBe(422);
      expect(errors).toContainEqual(expect.objectContaining({ code, path: location }));
    }
  });
  it('are refused as a profile of another source', async () => {
    const refused = await refusal(save(small((source) => ({ ...source, allocationProfile: { id: ids.profile } }))));
    expect(refused).toMatchObject({
      status: 422,
      errors: expect.arrayContaining([
        expect.objectContaining({
          code: 'PROFILE_OF_OTHER_SOURCE',
          path: 'DistributionSources[0].AllocationProfile',
        }),
      ]),
    });
  });
  it('are refused when only allocations are requested', async () => {
    const { status, errors } = await refusal(
      as(people.maker).generateAllocationsByDistributionSource({
        query: {
          sourceId: ids.source,
          type: 'Fund',
          netDistributableAmount: '1',
          distributionDate: '2026-09-30',
        },
      }),
    );
    expect(status).toBe(422);
    expect(errors).toContainEqual(
      expect.objectContaining({ code: 'SOURCE_UNKNOWN', path: 'DistributionSources[0].Source' }),
    );
  });
});

describe('C09: an Idempotency-Key', () => {
  it('has one effect and one response, and refuses another body', async () => {
    const before = await distributions();
    const send = (payload: Request) =>
      firm.server.call(people.maker.token, firm.tenantId, {
        method: 'POST',
        url: '/api/carry/distribution/save-distribution',
        headers: { 'idempotency-key': 'once' },
        payload,
      });
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(small())));
    expect(new Set(answers.map(({ body: text }) => text)).size).toBe(1);
    expect(answers[0]!.statusCode).toBe(200);
    expect(await distributions()).toBe(before + 1);
    expect((await send(small(undefined, { name: 'Other' }))).statusCode).toBe(422);
  });
});

describe('C10: racing saves', () => {
  it('succeed once; the others are refused with the name and time of the change', async () => {
    const displayed = await inState('DRAFT');
    const saves = Array.from({ length: 8 }, (_, i) =>
      save({ ...small(undefined, { name: `Race ${i}` }), id: displayed.id, rowVersion: displayed.rowVersion }),
    );
    const statuses = await Promise.all(saves.map(responseStatus));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect((await refusal(saves[statuses.indexOf(409)]!)).message).toMatch(
      /Changed by Ada Example on 10\/01\/2026 \d\d:\d\d UTC/,
    );
  });
});
