import { checkProfileUse, computeProfile, entryFields, reallocate } from '../carry/allocation/index.ts';
import { allocate } from '../kernel/apportionment/index.ts';
import { type Decimal, err, fail, numberText } from '../kernel/index.ts';
import { weightedAverage } from '../kernel/weightedAverage/index.ts';
import { defineCalculator } from './defineCalculator.ts';
import { figure, list, money, choiceReader, optional, record, text, wholeNumberReader } from './reader.ts';

const CENTS = 2;
const MAX_SCALE = 12;

const entry = record({
  id: text,
  predilute: optional(figure),
  fixed: optional(figure),
  discretionary: optional(figure),
  shares: optional(figure),
});
const method = choiceReader('percent', 'shares');
const entries = list(entry);
const shares = list(record({ participantId: text, effective: figure }));

type Inputs = { readonly [Name in (typeof entryFields)[number]]?: Decimal | undefined };

/** Returns the entry's inputs that have a value, as text. */
function inputTexts(inputs: Inputs): Record<string, string> {
  return Object.fromEntries(
    entryFields.flatMap((field) => (inputs[field] === undefined ? [] : [[field, numberText(inputs[field])]])),
  );
}

const allocateInput = { total: figure, weights: list(figure), scale: optional(wholeNumberReader(0, MAX_SCALE)) };
const allocationProfileInput = { method, entries };
const reallocateInput = { method, entries, removed: text, recipients: list(text) };
const weightedAverageInput = { tranches: list(record({ investedAmount: money, allocations: shares })) };

export const allocationCalculators = [
  defineCalculator({
    name: 'allocate',
    summary: 'Split an amount pro rata to weights without losing a cent.',
    example: { total: '100.00', weights: ['1', '1', '1'] },
    input: allocateInput,
    rule: ({ total, weights, scale = CENTS }, explain) => {
      if (scale === CENTS && total.decimalPlaces() > CENTS) {
        return err([fail('MONEY_SCALE', ['total'], 'an amount can have at most 2 decimals')]);
      }
      return allocate(total, weights, scale, explain).map((parts) => ({
        result: { parts: parts.map((part) => (part.isZero() ? part.abs() : part).toFixed(scale)) },
      }));
    },
  }),
  defineCalculator({
    name: 'allocation-profile',
    summary: 'Compute the effective percentages of an allocation profile.',
    example: {
      method: 'percent',
      entries: [
        { id: 'A', fixed: '10', discretionary: '5' },
        { id: 'B', fixed: '20' },
        { id: 'C', predilute: '60' },
        { id: 'D', predilute: '40' },
      ],
    },
    input: allocationProfileInput,
    rule: (profile, explain) =>
      computeProfile(profile, explain).map((computed) => ({
        result: {
          entries: computed.entries.map(({ id, effective, error }) => ({
            id,
            effective: numberText(effective),
            ...(error === undefined ? {} : { error }),
          })),
          totals: Object.fromEntries(
            Object.entries(computed.totals).map(([name, total]: [string, Decimal]) => [name, numberText(total)]),
          ),
          unallocated: numberText(computed.unallocated),
        },
        warnings: checkProfileUse(computed, { unallocatedAcknowledged: true }),
      })),
  }),
  defineCalculator({
    name: 'reallocate',
    summary: 'Remove an entry from a profile and give its percentage to others.',
    example: {
      method: 'percent',
      entries: [
        { id: 'A', fixed: '50' },
        { id: 'B', fixed: '30' },
        { id: 'C', fixed: '20' },
      ],
      removed: 'C',
      recipients: ['A', 'B'],
    },
    input: reallocateInput,
    rule: (input, explain) =>
      reallocate(input, explain).map((profile) => ({
        result: {
          entries: profile.entries.map((changed) => ({
            id: changed.id,
            ...inputTexts(changed),
            adjustment: numberText(changed.adjustment),
            effective: numberText(changed.effective),
          })),
        },
      })),
  }),
  defineCalculator({
    name: 'weighted-average',
    summary: 'Average participants’ allocations over tranches, weighted by invested amounts.',
    example: {
      tranches: [
        { investedAmount: '3000.00', allocations: [{ participantId: 'ann', effective: '10' }] },
        { investedAmount: '1000.00', allocations: [{ participantId: 'ann', effective: '20' }] },
      ],
    },
    input: weightedAverageInput,
    rule: ({ tranches }, explain) =>
      weightedAverage(tranches, explain).map((participants) => ({
        result: {
          participants: participants.map(({ participantId, effective }) => ({
            participantId,
            effective: numberText(effective),
          })),
        },
      })),
  }),
];
