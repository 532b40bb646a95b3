import { referenceOnce } from './plantedVehicle.ts';
import { TestServer } from './testServer.ts';

export type ExampleFund = Awaited<ReturnType<typeof exampleFund>>;

/**
 * Creates a firm with a buyout fund of 2021 in dollars. Its only investor has the cash flows of the worked example,
 * as a person who edits performance sees it. `owner` also administers carry.
 */
export async function exampleFund() {
  const server = await TestServer.start();
  const tenantId = await server.tenant();
  const editor = server.as(await server.person(tenantId, { performance: 'editor' }));
  const owner = server.as(await server.person(tenantId, { carry: 'administrator', performance: 'administrator' }));
  const reference = async (type: string, code: string) => ({ id: await referenceOnce(server, tenantId, type, code) });
  const createFund = async (code: string, legalName: string, currency: string, vintageYear = 2021) => {
    const { id } = await owner.saveFund({
      body: {
        code,
        legalName,
        currency: await reference('currency', currency),
        fundFamily: await reference('fund-family', 'BUYOUT'),
        vintageYear,
      },
    });
    return id;
  };
  const fund = await createFund('EX-I', 'Example Fund I', 'USD');
  const { id: investor } = await owner.saveInvestor({
    body: { code: 'LP-1', name: 'Pension One', type: await reference('investor-type', 'INVESTOR') },
  });
  await editor.saveCommitment({
    body: { vehicleId: fund, investorId: investor, kind: 'CLOSE', date: '2021-01-01', amount: '200.00' },
  });
  await editor.saveLedgerEntries({
    body: {
      vehicleId: fund,
      entries: [
        { type: 'CALL-INV', amount: '100.00', effectiveDate: '2021-01-01' },
        { type: 'CALL-INV', amount: '50.00', effectiveDate: '2022-01-01' },
        { type: 'DIST-GAIN', amount: '80.00', effectiveDate: '2023-01-01' },
        { type: 'DIST-GAIN', amount: '60.00', effectiveDate: '2024-01-01' },
      ],
    },
  });
  return { server, tenantId, editor, owner, fund, investor, reference, createFund };
}

/** Creates the quartiles of a benchmark on a day. */
export const quartiles = (asOf: string, irr: readonly string[], multiple: readonly string[]) => ({
  asOf,
  irrUpper: irr[0],
  irrMedian: irr[1],
  irrLower: irr[2],
  multipleUpper: multiple[0],
  multipleMedian: multiple[1],
  multipleLower: multiple[2],
});

/**
 * Creates a second fund of the family in another currency. It is charged a fee, and its general partner and a related
 * party take part.
 */
export async function chargedFund({ editor, owner, reference, createFund }: ExampleFund) {
  const fund = await createFund('EX-II', 'Example Fund II', 'EUR');
  const partner = async (code: string, kind: string, amount: string, paysFee?: false) => {
    const type = await reference('investor-type', kind);
    const { id: investorId } = await owner.saveInvestor({ body: { code, name: `Partner ${code}`, type } });
    const close = { vehicleId: fund, investorId, kind: 'CLOSE', date: '2022-12-31', amount } as const;
    await editor.saveCommitment({ body: { ...close, ...(paysFee === undefined ? {} : { paysFee }) } });
    return investorId;
  };
  const feePayer = await partner('LP-2', 'INVESTOR', '800.00');
  await partner('REL-2', 'RELATEDPARTY', '100.00');
  const generalPartner = await partner('GP-2', 'GP', '100.00', false);
  await editor.saveLedgerEntries({
    body: {
      vehicleId: fund,
      entries: [
        { type: 'CALL-INV', amount: '500.00', effectiveDate: '2023-01-15' },
        { type: 'CALL-FEE', amount: '18.00', effectiveDate: '2023-03-31' },
        { type: 'FEE', amount: '4.50', effectiveDate: '2023-03-31', settledOn: '2023-03-31' },
        { type: 'FEE', amount: '4.50', effectiveDate: '2023-12-31', settledOn: '2023-12-31' },
        { type: 'DIST-ROC', amount: '100.00', effectiveDate: '2024-02-01' },
        { type: 'FEE', amount: '4.50', effectiveDate: '2024-03-31', settledOn: '2024-03-31' },
      ],
    },
  });
  // The terms of the GP were entered by mistake and reversed, so they must have no effect.
  const terms = {
    vehicleId: fund,
    investorId: generalPartner,
    kind: 'TERMS',
    date: '2023-01-01',
    paysFee: true,
  } as const;
  const { id: event } = await editor.saveCommitment({ body: terms });
  await editor.reverseCommitmentEvent({ params: { id: event }, body: { reason: 'The GP pays no fee' } });
  await editor.saveEconomicTerms({
    params: { fundId: fund },
    body: { managementFee: '1.5', feeBasis: { code: 'COMMITMENT' } },
  });
  return { fund, feePayer, generalPartner };
}
