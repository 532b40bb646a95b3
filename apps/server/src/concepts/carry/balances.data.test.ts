import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { fromCents, moneyText } from '@carrara/domain/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteEverything } from '../../testing/noteEverything.ts';
import { keysIn, type PlantedPlan, plantCarryPlan } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Named {
  readonly Id: string;
}
interface Run extends Named {
  readonly RowVersion: number;
}
interface Row {
  readonly Participant: { readonly ParticipantId: string };
  readonly MemberDetails: readonly Row[];
  readonly CarryAmount: string;
  readonly GrossCarryDistributed: string;
  readonly Escrow: string;
}
interface Distribution extends Run {
  readonly DistributionSources: readonly { readonly Source: Named; readonly Details: readonly Row[] }[];
}
interface Realization extends Run {
  readonly Sources: readonly {
    readonly ContainerId: string;
    readonly RealizationDate: string;
    readonly Details: readonly Row[];
  }[];
}
interface LedgerRun extends Run {
  readonly RunDate: string;
  readonly Lines: readonly ({
    readonly Participant: Named;
    readonly Source: Named;
    readonly Through: readonly string[];
  } & Readonly<Record<'Accrued' | 'Distributed' | 'Escrow' | 'Clawback', string>>)[];
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
const cents = (text: string) => BigInt(text.replace('.', ''));
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
  const call = (person: TestPerson, method: 'GET' | 'POST', path: string, payload?: object) =>
    server.call(person.token, tenantId, { method, url: `/api/${path}`, ...(payload ? { payload } : {}) });
  async function read<T>(path: string): Promise<T> {
    const answer = await call(maker, 'GET', path);
    expect(answer.statusCode, `${path}: ${answer.body.slice(0, 500)}`).toBe(200);
    return answer.json<T>();
  }
  /** Returns undefined if a rule refuses the request, which then changes nothing. Any other failure is a bug. */
  async function request<T extends Run>(person: TestPerson, path: string, payload: object): Promise<T | undefined> {
    const answer = await call(person, 'POST', `carry/${path}`, payload);
    expect([200, 409, 422], `${path}: ${answer.body.slice(0, 500)}`).toContain(answer.statusCode);
    return answer.statusCode === 200 ? answer.json<T>() : undefined;
  }

  beforeAll(async () => {
    server = await TestServer.start();
    tenantId = await server.tenant();
    maker = await server.person(tenantId, { carry: 'editor' });
    checker = await server.person(tenantId, { carry: 'administrator' });
    plan = await inTenant(plantCarryPlan);
    await inTenant(noteEverything);
    const { RowVersion } = await read<Run>('tenant/settings');
    const settings = { RowVersion, InvestorBalanceDistributions: 'True' };
    expect((await call(checker, 'POST', 'tenant/settings', settings)).statusCode).toBe(200);
  });
  afterAll(() => server.stop());

  function note(noted: Noted): void {
    days.add(noted.day);
    book.push(noted);
  }
  /** Returns the rows of people and trusts, each with the entities above it. */
  function leaves(rows: readonly Row[], via: readonly string[] = []): readonly (readonly [Row, readonly string[]])[] {
    return rows.flatMap((row) =>
      row.MemberDetails.length > 0 ? leaves(row.MemberDetails, [...via, row.Participant.ParticipantId]) : [[row, via]],
    );
  }

  function noteRealization({ Sources }: Realization): void {
    for (const { ContainerId: source, RealizationDate: day, Details } of Sources)
      for (const [{ Participant, CarryAmount }, via] of leaves(Details))
        note({
          day,
          participant: Participant.ParticipantId,
          source,
          via,
          figure: 'accrued',
          cents: cents(CarryAmount),
        });
  }
  /**
   * Records a distribution. By balance, everybody is paid directly, on the path that the balance came from. In this
   * plan, everybody has a single path at the coinvestment.
   */
  function noteDistribution({ DistributionSources }: Distribution, day: string, isByBalance: boolean): void {
    for (const { Source, Details } of DistributionSources)
      for (const [{ Participant, GrossCarryDistributed, Escrow }, path] of leaves(Details)) {
        const account = { day, participant: Participant.ParticipantId, source: Source.Id };
        const entityPath =
          book.find((noted) => noted.participant === account.participant && noted.source === account.source)?.via ?? [];
        const via = isByBalance ? entityPath : path;
        note({ ...account, via, figure: 'distributed', cents: cents(GrossCarryDistributed) });
        // Escrow belongs to the holder.
        note({ ...account, via: path, figure: 'escrow', cents: cents(Escrow) });
      }
  }
  function noteLedgerRun({ RunDate: day, Lines }: LedgerRun, isOpening: boolean): void {
    for (const { Participant, Source, Through, ...line } of Lines) {
      const via = Through.map((name) => plan.idOf(name.replace('Entity ', '')));
      const account = { day, participant: Participant.Id, source: Source.Id, via };
      note({ ...account, figure: 'accrued', cents: cents(line.Accrued) });
      note({ ...account, figure: isOpening ? 'openingDistributed' : 'distributed', cents: cents(line.Distributed) });
      note({ ...account, figure: 'clawedBack', cents: cents(line.Clawback) });
      note({ ...account, figure: 'escrow', cents: cents(line.Escrow) * (isOpening ? 1n : -1n) });
    }
  }

  /** A posted run, with a function that reverses it. */
  interface Posted {
    readonly undo: (day: string) => Promise<boolean>;
    readonly day: string;
  }
  async function carryOn(draft: Run | undefined): Promise<LedgerRun | undefined> {
    if (!draft) return undefined;
    const step = (run: Run) => ({ RowVersion: run.RowVersion });
    const submitted = await request<Run>(maker, `ledger/${draft.Id}/submit`, step(draft));
    const approved = submitted && (await request<Run>(checker, `ledger/${draft.Id}/approve`, step(submitted)));
    return approved && (await request<LedgerRun>(maker, `ledger/${draft.Id}/post`, step(approved)));
  }
  async function enter(type: string, day: string, line: object): Promise<Posted | undefined> {
    const isOpening = type === 'OPENING';
    const draft = { Name: `${type} ${day}`, Type: { Code: type }, RunDate: day, Lines: [line] };
    const posted = await carryOn(await request<Run>(maker, 'ledger/save', draft));
    if (!posted) return undefined;
    noteLedgerRun(posted, isOpening);
    const undo = async (RunDate: string) => {
      const { RowVersion } = await read<Run>(`carry/ledger/${posted.Id}`);
      const mirror = await request<Run>(maker, `ledger/${posted.Id}/reverse`, { RowVersion, RunDate });
      const undone = await carryOn(mirror);
      if (undone) noteLedgerRun(undone, isOpening);
      return undone !== undefined;
    };
    return { day, undo };
  }
  async function realize(source: string, day: string, carry: string): Promise<Posted | undefined> {
    const draft = await request<Run>(maker, 'realization/save', {
      Name: `Realization ${day}`,
      RealizationDate: day,
      UnallocatedAcknowledged: true,
      Sources: [
        {
          ContainerId: plan.idOf(source),
          ContainerType: source.startsWith('CO-') ? 'Coinvestment' : 'Fund',
          TotalCarryForAll: carry,
        },
      ],
    });
    const post = (run: Run | undefined) =>
      run && request<Realization>(checker, `realization/${run.Id}/post`, { RowVersion: run.RowVersion });
    const posted = await post(draft);
    if (!posted) return undefined;
    noteRealization(posted);
    const undo = async (RealizationDate: string) => {
      const { RowVersion } = posted;
      const undone = await post(
        await request<Run>(maker, `realization/${posted.Id}/reverse`, { RowVersion, RealizationDate }),
      );
      if (undone) noteRealization(undone);
      return undone !== undefined;
    };
    return { day, undo };
  }
  async function disburse(draft: Run | undefined): Promise<Distribution | undefined> {
    const submitted =
      draft &&
      (await request<Run>(maker, `distribution/${draft.Id}/submit-for-approval`, {
        RowVersion: draft.RowVersion,
        Acknowledged: keysIn(draft),
      }));
    const approved =
      submitted &&
      (await request<Run>(checker, 'distribution/save-approval', {
        DistributionId: submitted.Id,
        RowVersion: submitted.RowVersion,
        ApprovalDecision: 'APP',
        Acknowledged: keysIn(submitted),
      }));
    return (
      approved &&
      request<Distribution>(maker, `distribution/${approved.Id}/disburse`, { RowVersion: approved.RowVersion })
    );
  }
  async function distribute(source: string, day: string, amount: string, isByBalance: boolean) {
    const Approvers = [{ Id: checker.personId }];
    const draft = await request<Run>(maker, 'distribution/save-distribution', {
      Name: `Distribution ${day}`,
      DistributionDate: day,
      DefaultEscrow: '10',
      DefaultTerminatedEscrow: '25',
      InvestorBalanceBased: isByBalance,
      UnallocatedAcknowledged: true,
      Approvers,
      DistributionSources: [
        {
          Source: { Id: plan.idOf(source) },
          Type: source.startsWith('CO-') ? 'Coinvestment' : 'Fund',
          NetDistrbutableAmount: amount,
          TaxCharacterizations: [
            { TaxCharacterization: { Id: plan.idOf('longTerm') }, CharacterizationPercentage: '100' },
          ],
          Details: [],
        },
      ],
    });
    const paid = await disburse(draft);
    if (!paid) return undefined;
    noteDistribution(paid, day, isByBalance);
    const undo = async (DistributionDate: string) => {
      const reversal = await request<Run>(maker, `distribution/${paid.Id}/reverse`, { DistributionDate });
      const mirror =
        reversal &&
        (await request<Run>(maker, `distribution/${reversal.Id}/approvers`, {
          RowVersion: reversal.RowVersion,
          Approvers,
        }));
      const undone = await disburse(mirror);
      if (undone) noteDistribution(undone, DistributionDate, isByBalance);
      return undone !== undefined;
    };
    return { day, undo };
  }

  const dayOf = (number: number) => new Date(Date.UTC(2026, 0, 1 + number)).toISOString().slice(0, 10);
  /** Returns the total balance on a date. Undefined if nothing is determined by then. */
  async function limitOf(source: string, day: string): Promise<string | undefined> {
    const all = await read<{ Balance: string | null }[]>(
      `carry/coinvestment/${plan.idOf(source)}/investor-balances?asOf=${day}`,
    );
    const limit = all.reduce((sum, { Balance }) => (Balance && cents(Balance) > 0n ? sum + cents(Balance) : sum), 0n);
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
    const line = (who: string | undefined, more: object) => ({
      Source: { Id: plan.idOf(source) },
      ...(who ? { Participant: { Id: plan.idOf(who) } } : {}),
      ...more,
    });
    const who = ['E001', 'E002', 'E003', 'T004'][pick(4)]!;
    const isWhole = pick(2) === 0;
    const member = pick(2) === 0 ? who : ['E009', 'E016', 'E022', 'E031'][pick(4)]!;
    const [action, doIt] = (
      [
        [
          'open',
          () => enter('OPENING', before, line(who, { Accrued: amount, Distributed: '1000.01', Escrow: '100.01' })),
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
        ['release', () => enter('RELEASE', day, line(isWhole ? undefined : who, isWhole ? {} : { Asked: amount }))],
        ['clawBack', () => enter('CLAWBACK', day, line(member, { Asked: money(BigInt(1 + pick(3_000_000))) }))],
      ] as const
    )[pick(9)] ?? ['undo', undefined];
    if (doIt) {
      const result = await doIt();
      if (!result) return;
      posted.push(result);
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
    `are on every day what the entries come to, of people, reports and entities, after ${acts} random acts`,
    async () => {
      const pick = chance(process.env['PROVE_SEED'] === 'random' ? Date.now() % 1_000_000 : 26);
      const posted: Posted[] = [];
      const isMissing = () => Object.values(done).includes(0);
      for (let tried = 0; tried < acts || (isMissing() && tried < 4 * acts); tried += 1) await act(pick, posted);
      expect(isMissing(), JSON.stringify(done)).toBe(false);
      // Nothing changes between entry dates, so checking some of the preceding days is enough.
      const eveOf = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
      const looked = [...days].flatMap((day, at) => (at % 4 === 0 ? [eveOf(day), day] : [day]));
      for (const day of new Set(looked)) {
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
    const kind = source.startsWith('CO-') ? 'coinvestment' : 'fund';
    const displayed = await read<{ ParticipantId: string; Balance: string | null; EscrowHeld: string }[]>(
      `carry/${kind}/${plan.idOf(source)}/investor-balances?asOf=${day}`,
    );
    const counted = [...accountsOf(byDay.filter((noted) => noted.source === plan.idOf(source))).values()];
    expect(
      Object.fromEntries(displayed.map((row) => [row.ParticipantId, [row.Balance, row.EscrowHeld]])),
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
    const names = ['Accrued', 'OpeningDistributed', 'Distributed', 'ClawedBack', 'Balance', 'EscrowHeld'] as const;
    type LedgerRow = { readonly Participant: Named; readonly Source: Named } & Readonly<Record<string, string | null>>;
    const { PageData } = await read<{ PageData: LedgerRow[] }>(
      `carry/reporting/v2/estimated-accrued-carry?selectedDate=${day}&PageSize=1000`,
    );
    const displayed = PageData.map((row) => [`${row.Participant.Id} ${row.Source.Id}`, names.map((name) => row[name])]);
    const counted = [...accountsOf(byDay)].map(([key, noted]) => {
      const balanceText = (amount: bigint) => (isBegun(noted) ? money(amount) : null);
      const paid = (['openingDistributed', 'distributed', 'clawedBack'] as const).map((figure) =>
        money(sumOf(noted, figure)),
      );
      return [
        key,
        [balanceText(sumOf(noted, 'accrued')), ...paid, balanceText(balanceOf(noted)), money(sumOf(noted, 'escrow'))],
      ];
    });
    expect(Object.fromEntries(displayed), day).toEqual(Object.fromEntries(counted));
    // The profile and the report call the same figure "distributed".
    const participant = plan.idOf('E001');
    const profile = await read<Record<'OpeningDistributed' | 'TotalCarryDistributed', string | null>>(
      `carry/empv2/${participant}?asOf=${day}`,
    );
    const own = byDay.filter((noted) => noted.participant === participant);
    expect([profile.OpeningDistributed, profile.TotalCarryDistributed], `E001 ${day}`).toEqual(
      (['openingDistributed', 'distributed'] as const).map((figure) => money(sumOf(own, figure))),
    );
  }

  /** An entity has only what reached its members through it. */
  async function compareEntity(entity: string, day: string, byDay: readonly Noted[]): Promise<void> {
    const through = byDay.filter(({ via, cents: amount }) => amount !== 0n && via.includes(plan.idOf(entity)));
    if (through.length === 0) return;
    const displayed = await read<{ CarryBalance: string | null; EscrowHeld: string | null }>(
      `carry/participantEntity/v2/${plan.idOf(entity)}?asOf=${day}`,
    );
    const accounts = [...accountsOf(through)];
    const begun = accounts.filter(([key]) => isBegun(accountsOf(byDay).get(key) ?? [])).flatMap(([, noted]) => noted);
    expect([displayed.CarryBalance, displayed.EscrowHeld], `${entity} ${day}`).toEqual([
      begun.length > 0 || accounts.length === 0 ? money(balanceOf(begun)) : null,
      money(sumOf(through, 'escrow')),
    ]);
  }
});
