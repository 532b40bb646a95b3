import { decimal } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import { carryToAcknowledge, carryToStore, type ComparedCarry, storedCarry } from './closingCarry.ts';

const amounts = (earned: string, accrued: string) => ({ earned: decimal(earned), accrued: decimal(accrued) });
const carry: ComparedCarry = {
  proposed: amounts('5', '18'),
  booked: amounts('5', '15'),
  isBooked: false,
  causes: ['The entries booked in this quarter differ from the terms.'],
  partners: [
    { name: 'Acme', proposed: amounts('5', '10'), booked: amounts('5', '7') },
    { name: 'Birch', proposed: amounts('0', '8'), booked: amounts('0', '8') },
  ],
  accepted: null,
};
const accepted = { by: 'Ada Moss', on: '2026-07-05T10:00:00Z', reason: 'Agreed with the auditor' };

it('a lock asks about the amounts that differ from the terms', () => {
  const wording = { is: 'booked', hasToBe: 'by the terms' };
  expect(carryToAcknowledge(carry)).toEqual([
    { name: 'Carry accrued in the quarter', wording, is: decimal('15'), hasToBe: decimal('18') },
  ]);
  const byPartner = { ...carry, booked: carry.proposed };
  expect(carryToAcknowledge(byPartner)).toEqual([
    { name: 'Carry accrued in the quarter of Acme', wording, is: decimal('7'), hasToBe: decimal('10') },
  ]);
});

it('a lock asks nothing without terms, of carry as proposed, or of an amount with a reason', () => {
  expect(carryToAcknowledge({ reason: 'The fund has no carry terms.' })).toEqual([]);
  expect(carryToAcknowledge(undefined)).toEqual([]);
  expect(carryToAcknowledge({ ...carry, isBooked: true })).toEqual([]);
  expect(carryToAcknowledge({ ...carry, accepted })).toEqual([]);
});

it('the comparison that a lock stores is read back, without the partners', () => {
  for (const own of [carry, { ...carry, accepted }, { reason: 'The fund has no carry terms.' }]) {
    const stored = JSON.parse(JSON.stringify(carryToStore(own)));
    expect(storedCarry(stored)).toEqual('reason' in own ? own : { ...own, partners: [] });
  }
});
