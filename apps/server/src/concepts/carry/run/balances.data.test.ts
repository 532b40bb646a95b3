import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { fromCents, moneyText } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAllStates } from '../../../testing/recordAllStates.ts';
import { listAcknowledgments, type PlantedPlan, plantCarryPlan } from '../../../testing/plantCarryPlan.ts';
import { type AnswerOf, type BodyOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Distribution = AnswerOf<'disburseDistribution'>;
type Realization = AnswerOf<'postRealization'>;
type LedgerRun = AnswerOf<'postLedgerRun'>;
type Line = BodyOf<'saveLedgerRun'>['lines'][number];
/** The fields of a distribution's or a realization's row that the book needs. */
interface Row {
  readonly participant: { readonly participantId: string };
  readonly memberDetails?: readonly this[] | undefined;
}

type Figure = 'accrued' | 'openingDistributed' | 'distributed' | 'clawedBack' | 'escrow';
/** A second bookkeeper's record of the responses. */
interface Noted {
  readonly day: string;
  readonly participant: string;
  readonly source: string;
  readonly via: readonly string[];
  readonly figure: Figure;
  readonly cents: bigint;
}

/** `npm run prove -- balances` runs more. */
const acts = Number(process.env['PROVE_RUNS'] ?? 40);
const sources = ['CO-HEL', 'ARP-I'];
const cents = (text: string | null) => BigInt(text!.replace('.', ''));
const money = (amount: bigint) => moneyText(fromCents(amount));

/** Repeatable pseudo-random choices. A proof can use another seed. */
function chance(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('balances after openings, realizations, distributions, releases, clawbacks and reversals in any order [M17]', () => {
  let server: TestServer;
  const as: TestServer['as'] = (...session) => server.as(...session);
  let tenantId: string;
  let plan: PlantedPlan;
  let maker: TestPerson;
  let checker: TestPerson;
  const book: Noted[] = [];
  /** Number of successful acts by kind. */
  const done = { open: 0, realize: 0, distribute: 0, payBalance: 0, release: 0, clawBack: 0, undo: 0 };
  const days = new Set<string>();

  const inTenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);

  /** Returns undefined if a rule refuses the request, which then changes nothing. Any other failure is a bug. */
  async function attempt<T>(call: Promise<T>): Promise<T | undefined> {
    try {
      return await call;
    } catch {
      expect([409, 422]).toContain((await refusal(call)).status);
      return undefined;
    }
  }

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    maker = await server.person(tenantId, { carry: 'editor' });
    checker = await server.person(tenantId, { carry: 'administrator' });
    plan = await inTenant(plantCarryPlan);
    await inTenant(recordAllStates);
    const { rowVersion } = await as(maker).getTenantSettings();
    const settings = { rowVersion, investorBalanceDistributions: 'True' } as const;
    await as(checker).saveTenantSettings({ body: settings });
  });
  afterAll(() => server.stop());

  function note(noted: Noted): void {
    days.add(noted.day);
    book.push(noted);
  }
  /** Returns the rows of people and trusts, each with the entities above it. */
  function leaves<R extends Row>(
    rows: readonly R[],
    via: readonly string[] = [],
  ): readonly (readonly [R, readonly string[]])[] {
    return rows.flatMap((row) =>
      row.memberDetails?.length ? leaves(row.memberDetails, [...via, row.participant.participantId]) : [[row, via]],
    );
  }

  function noteRealization({ sources }: Realization): void {
    for (const { containerId: source, realizationDate: day, details } of sources)
      for (const [{ participant, carryAmount }, via] of leaves(details))
        note({
          day,
          participant: participant.participantId,
          source,
          via,
          figure: 'accrued',
          cents: cents(carryAmount),
        });
  }
  /**
   * Records a distribution. By balance, everybody is paid directly, on the path that the balance came from. In this
   * plan, everybody has a single path at the coinvestment.
   */
  function noteDistribution({ distributionSources }: Distribution, day: string, isByBalance: boolean): void {
    for (const { source, details } of distributionSources)
      for (const [{ participant, grossCarryDistributed, escrow }, path] of leaves(details)) {
        const base = { day, participant: participant.participantId, source: source.id };
        const entityPath =
          book.find((noted) => noted.participant === base.participant && noted.source === base.source)?.via ?? [];
        const via = isByBalance ? entityPath : path;
        note({ ...base, via, figure: 'distributed', cents: cents(grossCarryDistributed) });
        // Escrow belongs to the holder.
        note({ ...base, via: path, figure: 'escrow', cents: cents(escrow) });
      }
  }
  function noteLedgerRun({ runDate: day, lines }: LedgerRun, isOpening: boolean): void {
    for (const { participant, source, through, ...line } of lines) {
      const via = through.map((name) => plan.idOf(name.replace('Entity ', '')));
      const base = { day, participant: participant.id, source: source.id, via };
      note({ ...base, figure: 'accrued', cents: cents(line.accrued) });
      note({ ...base, figure: isOpening ? 'openingDistributed' : 'distributed', cents: cents(line.distributed) });
      note({ ...base, figure: 'clawedBack', cents: cents(line.clawback) });
      note({ ...base, figure: 'escrow', cents: cents(line.escrow) * (isOpening ? 1n : -1n) });
    }
  }

  /** A posted run, with a function that reverses it. */
  interface Posted {
    readonly undo: (day: string) => Promise<boolean>;
    readonly day: string;
  }
  async function carryOn(draft: AnswerOf<'saveLedgerRun'> | undefined): Promise<LedgerRun | undefined> {
    if (!draft) return undefined;
    const step = ({ rowVersion }: LedgerRun) => ({ rowVersion });
    const submitted = await attempt(as(maker).submitLedgerRun({ params: { id: draft.id }, body: step(draft) }));
    const approved =
      submitted && (await attempt(as(checker).approveLedgerRun({ params: { id: draft.id }, body: step(submitted) })));
    return approved && (await attempt(as(maker).postLedgerRun({ params: { id: draft.id }, body: step(approved) })));
  }
  async function enter(type: string, day: string, line: Line): Promise<Posted | undefined> {
    const isOpening = type === 'OPENING';
    const draft = { name: `${type} ${day}`, type: { code: type }, runDate: day, lines: [line] } as const;
    const posted = await carryOn(await attempt(as(maker).saveLedgerRun({ body: draft })));
    if (!posted) return undefined;
    noteLedgerRun(posted, isOpening);
    const undo = async (runDate: string) => {
      const { rowVersion } = await as(maker).getLedgerRun({ params: { id: posted.id } });
      const mirror = await attempt(
        as(maker).reverseLedgerRun({ params: { id: posted.id }, body: { rowVersion, runDate } }),
      );
      const undone = await carryOn(mirror);
      if (undone) noteLedgerRun(undone, isOpening);
      return undone !== undefined;
    };
    return { day, undo };
  }
  async function realize(source: string, day: string, carry: string): Promise<Posted | undefined> {
    const draft = await attempt(
      as(maker).saveRealization({
        body: {
          name: `Realization ${day}`,
          realizationDate: day,
          unallocatedAcknowledged: true,
          sources: [
            {
              containerId: plan.idOf(source),
              containerType: source.startsWith('CO-') ? 'Coinvestment' : 'Fund',
              totalCarryForAll: carry,
            },
          ],
        },
      }),
    );
    const post = async (run: AnswerOf<'saveRealization'> | undefined) =>
      run && attempt(as(checker).postRealization({ params: { id: run.id }, body: { rowVersion: run.rowVersion } }));
    const posted = await post(draft);
    if (!posted) return undefined;
    noteRealization(posted);
    const undo = async (realizationDate: string) => {
      const { rowVersion } = posted;
      const undone = await post(
        await attempt(
          as(maker).reverseRealization({ params: { id: posted.id }, body: { rowVersion, realizationDate } }),
        ),
      );
      if (undone) noteRealization(undone);
      return undone !== undefined;
    };
    return { day, undo };
  }
  async function disburse(draft: AnswerOf<'saveDistribution'> | undefined): Promise<Distribution | undefined> {
    const submitted =
      draft &&
      (await attempt(
        as(maker).submitDistribution({
          params: { id: draft.id },
          body: {
            rowVersion: draft.rowVersion,
            acknowledged: listAcknowledgments(draft),
          },
        }),
      ));
    const approved =
      submitted &&
      (await attempt(
        as(checker).saveApproval({
          body: {
            distributionId: submitted.id,
            rowVersion: submitted.rowVersion,
            approvalDecision: 'APP',
            acknowledged: listAcknowledgments(submitted),
          },
        }),
      ));
    return (
      approved &&
      attempt(
        as(maker).disburseDistribution({ params: { id: approved.id }, body: { rowVersion: approved.rowVersion } }),
      )
    );
  }
  async function distribute(source: string, day: string, amount: string, isByBalance: boolean) {
    const approvers = [{ id: checker.personId }];
    const draft = await attempt(
      as(maker).saveDistribution({
        body: {
          name: `Distribution ${day}`,
          distributionDate: day,
          defaultEscrow: '10',
          defaultTerminatedEscrow: '25',
          investorBalanceBased: isByBalance,
          unallocatedAcknowledged: true,
          approvers,
          distributionSources: [
            {
              source: { id: plan.idOf(source) },
              type: source.startsWith('CO-') ? 'Coinvestment' : 'Fund',
              netDistributableAmount: amount,
              taxCharacterizations: [
                { taxCharacterization: { id: plan.idOf('longTerm') }, characterizationPercentage: '100' },
              ],
              details: [],
            },
          ],
        },
      }),
    );
    const paid = await disburse(draft);
    if (!paid) return undefined;
    noteDistribution(paid, day, isByBalance);
    const undo = async (distributionDate: string) => {
      const reversal = await attempt(
        as(maker).reverseDistribution({ params: { id: paid.id }, body: { distributionDate } }),
      );
      const mirror =
        reversal &&
        (await attempt(
          as(maker).addApprovers({ params: { id: reversal.id }, body: { rowVersion: reversal.rowVersion, approvers } }),
        ));
      const undone = await disburse(mirror);
      if (undone) noteDistribution(undone, distributionDate, isByBalance);
      return undone !== undefined;
    };
    return { day, undo };
  }

  const dayOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);
  /** Returns the total balance on a date. Undefined if nothing is determined by then. */
  async function limitOf(source: string, day: string): Promise<string | undefined> {
    const all = await as(maker).listCoinvestmentInvestorBalances({
      params: { id: plan.idOf(source) },
      query: { asOf: day },
    });
    const limit = all.reduce((sum, { balance }) => (balance && cents(balance) > 0n ? sum + cents(balance) : sum), 0n);
    return limit > 0n ? money(limit) : undefined;
  }

  async function act(pick: (below: number) => number, posted: Posted[]): Promise<void> {
    const source = sources[pick(2)]!;
    const day = dayOf(pick(270));
    const whole = 1 + pick(50_000_000);
    const [amount, part] = [whole, Math.ceil(whole / 5)].map((amountCents) => money(BigInt(amountCents))) as [
      string,
      string,
    ];
    // The opening entry is dated before the account's other entries, which may already be posted.
    const before = dayOf(pick(60) - 60);
    const line = (participantCode: string | undefined, more: Partial<Line>): Line => ({
      source: { id: plan.idOf(source) },
      ...(participantCode ? { participant: { id: plan.idOf(participantCode) } } : {}),
      ...more,
    });
    const participant = ['E001', 'E002', 'E003', 'T004'][pick(4)]!;
    const isWhole = pick(2) === 0;
    const member = pick(2) === 0 ? participant : ['E009', 'E016', 'E022', 'E031'][pick(4)]!;
    const [action, doIt] = (
      [
        [
          'open',
          () =>
            enter('OPENING', before, line(participant, { accrued: amount, distributed: '1000.01', escrow: '100.01' })),
        ],
        ['realize', () => realize(source, day, amount)],
        ['realize', () => realize(source, day, amount)],
        ['distribute', () => distribute(source, day, part, false)],
        ['distribute', () => distribute(source, day, part, false)],
        [
          'payBalance',
          async () => {
            const limit = await limitOf('CO-HEL', day);
            return limit && distribute('CO-HEL', day, limit, true);
          },
        ],
        [
          'release',
          () =>
            enter('RELEASE', day, line(isWhole ? undefined : participant, isWhole ? {} : { requestedAmount: amount })),
        ],
        [
          'clawBack',
          () => enter('CLAWBACK', day, line(member, { requestedAmount: money(BigInt(1 + pick(3_000_000))) })),
        ],
      ] as const
    )[pick(9)] ?? ['undo', undefined];
    if (doIt) {
      const run = await doIt();
      if (!run) return;
      posted.push(run);
    } else {
      const posting = posted[pick(posted.length || 1)];
      // The reversal can't be dated before the run.
      if (!posting || !(await posting.undo(posting.day > day ? posting.day : day))) return;
      posted.splice(posted.indexOf(posting), 1);
    }
    done[action] += 1;
  }

  const sumOf = (noted: readonly Noted[], ...figures: readonly Figure[]) =>
    noted.reduce((sum, item) => (figures.includes(item.figure) ? sum + item.cents : sum), 0n);
  /** Accrued amounts with openings, less distributed and clawed-back amounts. */
  const balanceOf = (noted: readonly Noted[]) =>
    sumOf(noted, 'accrued') - sumOf(noted, 'openingDistributed', 'distributed', 'clawedBack');
  const isBegun = (noted: readonly Noted[]) =>
    noted.some(({ figure, cents: amount }) => figure === 'accrued' && amount !== 0n);
  /** Groups records into accounts by participant and source. Zero amounts don't create one. */
  function accountsOf(noted: readonly Noted[]): ReadonlyMap<string, readonly Noted[]> {
    const accounts = new Map<string, Noted[]>();
    for (const item of noted) {
      if (item.cents === 0n) continue;
      const key = `${item.participant} ${item.source}`;
      accounts.set(key, [...(accounts.get(key) ?? []), item]);
    }
    return accounts;
  }

  it(
    `equal the sum of the entries on every date, for people, reports and entities, after ${acts} random acts`,
    async () => {
      const pick = chance(process.env['PROVE_SEED'] === 'random' ? Date.now() % 1_000_000 : 26);
      const posted: Posted[] = [];
      const isMissing = () => Object.values(done).includes(0);
      for (let tried = 0; tried < acts || (isMissing() && tried < 4 * acts); tried += 1) await act(pick, posted);
      expect(isMissing(), JSON.stringify(done)).toBe(false);
      // Nothing changes between entry dates, so checking some of the preceding days is enough.
      const eveOf = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
      const checkedDays = [...days].flatMap((day, at) => (at % 4 === 0 ? [eveOf(day), day] : [day]));
      for (const day of new Set(checkedDays)) {
        const byDay = book.filter((noted) => noted.day <= day);
        for (const source of sources) await compareSource(source, day, byDay);
        await compareReport(day, byDay);
        await compareEntity('N001', day, byDay);
      }
      const report = await inTenant((tx) => verifyTenant(tx, server.auditKey));
      expect([report.chain.broken, report.findings]).toEqual([undefined, []]);
    },
    process.env['PROVE_RUNS'] ? 7_200_000 : 300_000,
  );

  async function compareSource(source: string, day: string, byDay: readonly Noted[]): Promise<void> {
    const request = { params: { id: plan.idOf(source) }, query: { asOf: day } };
    const displayed = source.startsWith('CO-')
      ? await as(maker).listCoinvestmentInvestorBalances(request)
      : await as(maker).listFundInvestorBalances(request);
    const counted = [...accountsOf(byDay.filter((noted) => noted.source === plan.idOf(source))).values()];
    expect(
      Object.fromEntries(displayed.map((row) => [row.participantId, [row.balance, row.escrowBalance]])),
      `${source} ${day}`,
    ).toEqual(
      Object.fromEntries(
        counted.map((noted) => [
          noted[0]!.participant,
          [isBegun(noted) ? money(balanceOf(noted)) : null, money(sumOf(noted, 'escrow'))],
        ]),
      ),
    );
  }

  async function compareReport(day: string, byDay: readonly Noted[]): Promise<void> {
    const names = ['accrued', 'openingDistributed', 'distributed', 'clawedBack', 'balance', 'escrowBalance'] as const;
    const idOf = (record: unknown) => (record as { readonly id: string }).id;
    const { pageData } = await as(maker).reportEstimatedAccruedCarry({
      query: { selectedDate: day, pageSize: 1000 },
    });
    const displayed = pageData.map((row) => [
      `${idOf(row.participant)} ${idOf(row.source)}`,
      names.map((name) => row[name]),
    ]);
    const counted = [...accountsOf(byDay)].map(([key, noted]) => {
      const determined = (amount: bigint) => (isBegun(noted) ? money(amount) : null);
      const paid = (['openingDistributed', 'distributed', 'clawedBack'] as const).map((figure) =>
        money(sumOf(noted, figure)),
      );
      return [
        key,
        [determined(sumOf(noted, 'accrued')), ...paid, determined(balanceOf(noted)), money(sumOf(noted, 'escrow'))],
      ];
    });
    expect(Object.fromEntries(displayed), day).toEqual(Object.fromEntries(counted));
    // The profile and the report call the same figure "distributed".
    const participant = plan.idOf('E001');
    const profile = await as(maker).getEmployeeSummary({ params: { id: participant }, query: { asOf: day } });
    const own = byDay.filter((noted) => noted.participant === participant);
    expect([profile.openingDistributed, profile.totalCarryDistributed], `E001 ${day}`).toEqual(
      (['openingDistributed', 'distributed'] as const).map((figure) => money(sumOf(own, figure))),
    );
  }

  /** An entity has only what reached its members through it. */
  async function compareEntity(entity: string, day: string, byDay: readonly Noted[]): Promise<void> {
    const through = byDay.filter(({ via, cents: amount }) => amount !== 0n && via.includes(plan.idOf(entity)));
    if (through.length === 0) return;
    const summary = await as(maker).getEntitySummary({ params: { id: plan.idOf(entity) }, query: { asOf: day } });
    const accounts = [...accountsOf(through)];
    const begun = accounts.filter(([key]) => isBegun(accountsOf(byDay).get(key) ?? [])).flatMap(([, noted]) => noted);
    expect([summary.carryBalance, summary.escrowBalance], `${entity} ${day}`).toEqual([
      begun.length > 0 || accounts.length === 0 ? money(balanceOf(begun)) : null,
      money(sumOf(through, 'escrow')),
    ]);
  }
});
