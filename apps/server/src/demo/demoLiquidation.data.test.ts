import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wholeFundTerms } from '../testing/carryTerms.ts';
import { type Demo, openDemo } from '../testing/openDemo.ts';

const firm = 'Alder Ridge Partners (demo)';
const end = '2026-06-30';
const dayOf = (date: string) => Date.parse(date) / 86_400_000;

interface Share {
  readonly investor: string;
  readonly type: string;
  readonly day: string;
  readonly amount: string;
}
interface Terms {
  readonly carry: number;
  readonly hurdle: number;
}

/**
 * The formula for one partner with full catch-up, in plain numbers. It is the smaller of the profit beyond the hurdle
 * and the carry percentage of all profit, less the carry paid.
 */
function accruedByHand(own: readonly Share[], nav: number, on: string, { carry, hurdle }: Terms): number {
  const sum = (pattern: RegExp, grown: boolean) =>
    own
      .filter(({ type }) => pattern.test(type))
      .reduce((total, { amount, day }) => {
        const years = (dayOf(on) - dayOf(day)) / 365;
        return total + Number(amount) * (grown ? (1 + hurdle / 100) ** years : 1);
      }, 0);
  const paidIn = (grown: boolean) => sum(/^CALL-/, grown) - sum(/^EXCESS-/, grown);
  const received = (grown: boolean) => sum(/^DIST-/, grown);
  const carryPaid = sum(/^CARRY-PAID$/, false) - sum(/^CLAWBACK$/, false);
  const hurdleMissing = Math.max(0, paidIn(true) - received(true));
  const due = hurdle === 0 ? 0 : Math.max(0, received(false) + hurdleMissing - paidIn(false));
  const profit = received(false) + carryPaid + nav - paidIn(false);
  const earned = Math.max(0, Math.min(profit - due, (carry / 100) * profit));
  return Math.max(0, earned - carryPaid);
}

describe('hypothetical liquidations of the demo', () => {
  let demo: Demo;
  let admin: ReturnType<Demo['adminOf']>;
  beforeAll(async () => {
    demo = await openDemo();
    admin = demo.adminOf(firm);
  });
  afterAll(() => demo?.server.stop());

  const query = async <R>(text: string, ...values: readonly unknown[]) =>
    (await demo.server.database.worker.query<R & Record<string, unknown>>(text, [demo.tenants.get(firm), ...values]))
      .rows;
  const sharesOf = (fund: string) =>
    query<Share>(
      `SELECT c.investor_id AS investor, e.type, e.effective_date::text AS day, s.amount::text AS amount
       FROM ledger_share s JOIN ledger_entry e ON e.tenant_id = s.tenant_id AND e.id = s.entry_id
       JOIN commitment c ON c.tenant_id = s.tenant_id AND c.id = s.commitment_id
       WHERE s.tenant_id = $1 AND e.vehicle_id = $2 AND e.booked <= $3 AND NOT s.is_mirror`,
      fund,
      end,
    );
  const navsOf = async (fund: string) =>
    new Map(
      (
        await query<{ investor: string; nav: string }>(
          `SELECT c.investor_id AS investor, f.nav_before_carry::text AS nav FROM period_figure f
           JOIN commitment c ON c.tenant_id = f.tenant_id AND c.id = f.subject_id
           WHERE f.tenant_id = $1 AND f.vehicle_id = $2 AND f.subject = 'COMMITMENT' AND f.period_end = $3`,
          fund,
          end,
        )
      ).map(({ investor, nav }) => [investor, Number(nav)]),
    );

  it('are determined in all ten vehicles, and are their carry positions', async () => {
    for (const { fundId, fundCode } of await admin.listFundsForBenchmark()) {
      const params = { id: fundId, date: end };
      const { accrued, earned, carryPaid, clawbackGross, notDetermined } = await admin.getHypotheticalLiquidation({
        params,
        query: {},
      });
      expect([fundCode, notDetermined]).toEqual([fundCode, []]);
      const position = { accrued, earned, carryPaid, exposure: clawbackGross };
      expect(await admin.getFundCarryPosition({ params }), fundCode).toMatchObject(position);
    }
  });

  it('have entitlements of the carry paid and accrued less the clawback, in sum and by partner', async () => {
    const funds = await admin.listFundsForBenchmark();
    const cents = (amount: string | null) => Math.round(Number(amount) * 100);
    for (const [code, date, exitValue] of [
      ['ARO-I', end, '20000000.00'],
      ['CO-PAC', '2024-06-30'],
    ] as const) {
      const { fundId: id } = funds.find(({ fundCode }) => fundCode === code)!;
      const { partners, ...fund } = await admin.getHypotheticalLiquidation({
        params: { id, date },
        query: { exitValue },
      });
      expect(cents(fund.clawbackGross), code).toBeGreaterThan(0);
      for (const { earned, carryPaid, accrued, clawbackGross } of [fund, ...partners])
        expect(cents(earned), code).toBe(cents(carryPaid) + cents(accrued) - cents(clawbackGross));
      const sum = partners.reduce((total, { earned }) => total + cents(earned), 0);
      expect(sum, code).toBe(cents(fund.earned));
    }
  });

  it('follow the fund that pays carry deal by deal: its loss is made up before the carry of a later sale, which is a realization', async () => {
    const { fundId } = (await admin.listFundsForBenchmark()).find(({ fundCode }) => fundCode === 'ARO-I')!;
    const acts = await admin.listLedgerActs({ query: { vehicleId: fundId } });
    expect(acts).toMatchObject([
      { kind: 'DISTRIBUTION', amount: '38880000.00', split: 'PROPOSED', realization: { status: 'POSTED' } },
    ]);
    // The earlier sale at a loss is made up first.
    const sold = await admin.getRealization({ params: { id: acts[0]!.realization!.id } });
    expect(sold.sources).toMatchObject([{ totalCarryForAll: '1704617.32' }]);
    const { unpaid, carryPaid, investments } = await admin.getHypotheticalLiquidation({
      params: { id: fundId, date: end },
      query: {},
    });
    expect([unpaid, carryPaid]).toEqual(['1704617.32', '4499284.84']);
    expect(investments.map(({ name, carry }) => [name, Number(carry) > 0])).toEqual([
      ['Larkspur Vet Technology', true],
      ['Tamarack Lab Supply', true],
      ['Pinecrest Recycling', true],
    ]);
    for (const endDate of ['2023-12-31', '2024-12-31', '2025-12-31', '2026-03-31', end]) {
      const { proposal } = await admin.getCarryProposal({ params: { vehicleId: fundId, endDate } });
      expect([endDate, proposal?.difference]).toEqual([endDate, { earned: '0.00', accrued: '0.00' }]);
    }
  });

  it('equal a calculation by hand for every partner, and with a side letter for one of them', async () => {
    const funds = await admin.listFundsForBenchmark();
    const idOf = (code: string) => funds.find(({ fundCode }) => fundCode === code)!.fundId;
    const byHand = async (code: string, on: string, termsOf: (investor: string) => Terms) => {
      const fund = idOf(code);
      const [shares, navs] = [await sharesOf(fund), await navsOf(fund)];
      const exitDate = on === end ? {} : { exitDate: on };
      const { partners } = await admin.getHypotheticalLiquidation({ params: { id: fund, date: end }, query: exitDate });
      expect(partners.length).toBe(navs.size);
      for (const { id, name, paysCarry, accrued } of partners) {
        const own = shares.filter(({ investor }) => investor === id);
        const expected = paysCarry ? accruedByHand(own, navs.get(id)!, on, termsOf(id)) : 0;
        expect(Math.abs(Number(accrued) - expected), `${code} ${name}: ${accrued} and ${expected}`).toBeLessThan(
          0.0101,
        );
      }
      return partners;
    };
    await byHand('CO-PAC', end, () => ({ carry: 15, hurdle: 6 }));
    const [first] = (await byHand('CO-HEL', end, () => ({ carry: 15, hurdle: 6 }))).filter(
      ({ paysCarry }) => paysCarry,
    );
    const terms = wholeFundTerms(idOf('CO-HEL'), {
      carry: '15',
      hurdle: '6',
      catchUp: '100',
      effectiveDate: '2026-07-01',
    });
    const letter = { investor: { id: first!.id }, effectiveDate: '2019-06-30', rate: '5', carry: '10' };
    await admin.saveCarryTerms({ body: { ...terms, letters: [letter] } });
    const own = { carry: 10, hurdle: 5 };
    await byHand('CO-HEL', '2026-07-01', (investor) => (investor === first!.id ? own : { carry: 15, hurdle: 6 }));
  });
});
