import { liquidationBookOn } from '@carrara/adapters/postgres/performance/analysis/liquidationBooks';
import { namesInVehicles } from '@carrara/adapters/postgres/performance/explanation/explainedSubject';
import { loadLedger, loadVehicle, type Vehicle } from '@carrara/adapters/postgres/performance/ledger/loadLedger';
import { changedTermsIn, type WhatIfTerms } from '@carrara/contract/core/whatIfTerms';
import { carryTermTexts } from '@carrara/contract/performance/carryTerms/carryTerms';
import type { liquidationEndpoints } from '@carrara/contract/performance/liquidation/liquidation';
import {
  calendarDate,
  type Decimal,
  decimal,
  displayedDate,
  err,
  fail,
  type Failures,
  moneyText,
  numberText,
  noSuch,
  ok,
  type Result,
} from '@carrara/domain/kernel';
import { readTerms } from '@carrara/domain/performance/carryTerms';
import type { CarryRecipient } from '@carrara/domain/performance/carryPosition';
import { explainLiquidation } from '@carrara/domain/performance/explanation';
import {
  carryPaidOf,
  coverByEscrow,
  type CarryProposal,
  type HypotheticalLiquidation,
  hypotheticalLiquidation,
  type LiquidationBook,
  type QuarterCarry,
  type WhatIf,
} from '@carrara/domain/performance/liquidation';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { countsOtherCapital, withChangedTerms } from './changedTerms.ts';
import { vehicleNotFound } from '../../../usecases/ledgerPosting.ts';
import { bookProposedCarry, readCarryProposal } from '../../../usecases/performance/carryBooking.ts';
import { policyTexts, tiersText } from './carryTermsText.ts';
import { buildExplanationNode } from '../vehicle/performanceExplanationNode.ts';

interface LiquidationRequest {
  readonly params: { readonly id: string; readonly date: string };
  readonly query: Readonly<Partial<Record<'exitValue' | 'navPercent' | 'exitDate', string | undefined>>> & WhatIfTerms;
}
export interface FoundLiquidation {
  readonly vehicle: Vehicle;
  readonly book: LiquidationBook;
  readonly whatIf: WhatIf;
}

/** Loads what a liquidation needs, with the changed terms. Fails: NOT_FOUND, DATES_REVERSED (a sale before the quarter end). */
export async function findLiquidation(
  { tx }: Pick<RequestContext, 'tx'>,
  { params, query: { exitValue, navPercent, exitDate, ...query } }: LiquidationRequest,
): Promise<Result<FoundLiquidation, Failures>> {
  const vehicle = await loadVehicle(tx, params.id);
  if (vehicle === undefined) return err(vehicleNotFound());
  if (exitDate !== undefined && exitDate < params.date)
    return err([
      fail(
        'DATES_REVERSED',
        ['exitDate'],
        `The exit date is before the quarter end ${displayedDate(params.date)}. Choose a later date, or an earlier quarter.`,
      ),
    ]);
  const terms = changedTermsIn(query);
  const book = await liquidationBookOn(tx, vehicle.id, params.date, {
    termsDay: exitDate,
    readsValues: countsOtherCapital(terms),
  });
  return ok({
    vehicle,
    book: withChangedTerms(book, terms),
    whatIf: {
      exitValue: exitValue === undefined ? null : decimal(exitValue),
      navPercent: navPercent === undefined ? null : decimal(navPercent),
      exitDate: exitDate === undefined ? null : calendarDate(exitDate),
    },
  });
}

const named = (kind: string, position: number, isRepeated: boolean) =>
  `${carryTermTexts[kind] ?? kind}${isRepeated ? ` ${String(position)}` : ''}`;

/** Returns the tiers with their names. Several splits are numbered. */
export function namedTiers(tiers: HypotheticalLiquidation['tiers']) {
  const splits = tiers.filter(({ kind }) => kind === 'SPLIT');
  return tiers.map((tier) => ({
    name: named(tier.kind, splits.indexOf(tier) + 1, splits.length > 1 && tier.kind === 'SPLIT'),
    lp: moneyText(tier.lp),
    gp: moneyText(tier.gp),
  }));
}

const partnerOf = (partner: HypotheticalLiquidation['partners'][number]) => ({
  id: partner.id,
  name: partner.name,
  paysCarry: partner.paysCarry,
  proceeds: moneyText(partner.proceeds),
  lp: moneyText(partner.lp),
  carryPaid: moneyText(partner.carryPaid),
  earned: moneyText(partner.earned),
  accrued: moneyText(partner.accrued),
  unpaid: moneyText(partner.unpaid),
  retainedCarry: moneyText(partner.retainedCarry),
  clawbackGross: moneyText(partner.clawbackGross),
  tiers: partner.tiers.map(({ lp, gp }) => ({ lp: moneyText(lp), gp: moneyText(gp) })),
});

/** Carry paid is a fact of the ledger, which needs no terms. */
const undetermined = (carryPaid: Decimal | null) => ({
  nav: null,
  proceeds: null,
  lp: null,
  carryPaid: carryPaid && moneyText(carryPaid),
  earned: null,
  accrued: null,
  unpaid: null,
  retainedCarry: null,
  clawbackGross: null,
  clawbackNet: null,
  escrowBalance: null,
  coveredByEscrow: null,
  tiers: [],
  partners: [],
  investments: [],
  recipients: [],
  taxDistributions: [],
});

function determined(found: HypotheticalLiquidation, holders: readonly CarryRecipient[]) {
  const { clawback, partners } = found;
  const { escrowBalance, coveredByEscrow } = coverByEscrow(found, holders);
  const nameOf = new Map(partners.map(({ id, name }) => [id, name]));
  return {
    nav: moneyText(found.nav),
    proceeds: moneyText(found.proceeds),
    lp: moneyText(found.lp),
    carryPaid: moneyText(found.carryPaid),
    earned: moneyText(found.earned),
    accrued: moneyText(found.accrued),
    unpaid: moneyText(found.unpaid),
    retainedCarry: moneyText(found.retainedCarry),
    clawbackGross: moneyText(clawback.gross),
    clawbackNet: moneyText(clawback.net),
    escrowBalance: moneyText(escrowBalance),
    coveredByEscrow: moneyText(coveredByEscrow),
    tiers: namedTiers(found.tiers),
    partners: partners.map(partnerOf),
    investments: found.investments.map(({ carry, ...investment }) => ({ ...investment, carry: moneyText(carry) })),
    recipients: found.recipients.map(({ id, carry }) => ({ id, name: nameOf.get(id) ?? '', carry: moneyText(carry) })),
    taxDistributions: found.taxDistributions.map(({ recipient, year, income, rate, assumedTax, received, due }) => ({
      id: recipient,
      name: nameOf.get(recipient) ?? '',
      year,
      income: moneyText(income),
      rate: numberText(rate),
      assumedTax: moneyText(assumedTax),
      carryReceived: moneyText(received),
      due: moneyText(due),
    })),
  };
}

type CarryTexts = Readonly<Record<keyof QuarterCarry, string>>;
const carryIn = ({ earned, accrued }: CarryTexts): QuarterCarry => ({
  earned: decimal(earned),
  accrued: decimal(accrued),
});
const carryTexts = ({ earned, accrued }: QuarterCarry): CarryTexts => ({
  earned: moneyText(earned),
  accrued: moneyText(accrued),
});

const proposalOf = ({ terms, atNav, proposed, booked, difference, causes, partners }: CarryProposal) => ({
  terms: { id: terms.id, effectiveDate: terms.effectiveDate, summary: tiersText(terms.entered.tiers) },
  policies: [...policyTexts(readTerms(terms.entered))],
  atNav: moneyText(atNav),
  proposed: carryTexts(proposed),
  booked: carryTexts(booked),
  difference: carryTexts(difference),
  causes: [...causes],
  partners: partners.map((partner) => ({
    id: partner.commitmentId,
    name: partner.name,
    proposed: carryTexts(partner.proposed),
    booked: carryTexts(partner.booked),
  })),
});

/** Returns the reasons why a liquidation is not determined. */
export const liquidationReasons = (failures: Failures) =>
  failures.map(({ code, path, detail }) => ({ field: path.join('.'), code, message: detail }));

/** Port to the recipients of a vehicle's carry and their escrow, implemented by carry. */
export interface EscrowPort {
  readonly readCarryRecipients: (
    tx: RequestContext['tx'],
    vehicleId: string,
    until: string,
  ) => Promise<readonly { id: string; name: string; received: string; escrowBalance: string }[]>;
}

/** Returns the participants who received carry of a vehicle or have escrow there. */
export async function escrowHolders(
  { readCarryRecipients }: EscrowPort,
  { tx }: Pick<RequestContext, 'tx'>,
  { id, date }: LiquidationRequest['params'],
): Promise<readonly CarryRecipient[]> {
  return (await readCarryRecipients(tx, id, date)).map(({ id: holder, received, escrowBalance }) => ({
    id: holder,
    received: decimal(received),
    escrowBalance: decimal(escrowBalance),
  }));
}

export const liquidationOperations = (ports: EscrowPort): Operations<typeof liquidationEndpoints> => ({
  async getHypotheticalLiquidation(context, request) {
    const found = await findLiquidation(context, request);
    const holders = await escrowHolders(ports, context, request.params);
    return found.map(({ vehicle, book, whatIf }) => {
      const { terms, until } = book;
      const liquidation = hypotheticalLiquidation(book, whatIf);
      return {
        fundId: vehicle.id,
        date: until,
        exitDate: whatIf.exitDate ?? until,
        currency: vehicle.currency,
        terms: terms && {
          id: terms.id,
          effectiveDate: terms.effectiveDate,
          summary: tiersText(terms.entered.tiers),
        },
        policies: terms === null ? [] : [...policyTexts(readTerms(terms.entered))],
        ...(liquidation.isOk() ? determined(liquidation.value, holders) : undetermined(carryPaidOf(book))),
        notDetermined: liquidation.isErr() ? liquidationReasons(liquidation.error) : [],
      };
    });
  },

  async getCarryProposal({ tx }, { params }) {
    const vehicle = await loadVehicle(tx, params.vehicleId);
    if (vehicle === undefined) return err(vehicleNotFound());
    const end = calendarDate(params.endDate);
    const found = await readCarryProposal(tx, await loadLedger(tx, vehicle), end);
    return ok({
      currency: vehicle.currency,
      proposal: found.isOk() ? proposalOf(found.value) : null,
      notDetermined: found.isErr() ? liquidationReasons(found.error) : [],
    });
  },

  async bookProposedCarry({ tx }, { params, body: { proposed, entered, reason } }) {
    const booking = {
      expected: carryIn(proposed),
      entered: entered === undefined ? null : carryIn(entered),
      reason: reason ?? null,
    };
    const booked = await bookProposedCarry(tx, params.vehicleId, calendarDate(params.endDate), booking);
    return booked.map((entries) => ({ entries: entries.length }));
  },

  async explainHypotheticalLiquidation(context, request) {
    const { figure, investorId = null } = request.query;
    const found = await findLiquidation(context, request);
    if (found.isErr()) return err(found.error);
    const { vehicle, book, whatIf } = found.value;
    const { entries } = await loadLedger(context.tx, vehicle);
    const explain = explainLiquidation({
      book,
      whatIf,
      entries: new Map(entries.map((entry) => [entry.id, entry])),
      investorId,
      recipients: await escrowHolders(ports, context, request.params),
    });
    const step = explain(figure);
    if (step === undefined) return err([noSuch('figure', ['figure'])]);
    const names = await namesInVehicles(context.tx, [vehicle.id]);
    const title = [step.name ?? figure, vehicle.code, vehicle.currency, displayedDate(whatIf.exitDate ?? book.until)];
    return ok({
      ...(await buildExplanationNode(context.tx, step, (id) => names.get(id) ?? '')),
      name: title.join(' · '),
    });
  },
});
