import { everyLifecycle } from '@carrara/contract/lifecycles';
import { describe, expect, it } from 'vitest';
import { changesBetween, changeText } from './activityChanges.ts';

const [ada, ben] = ['0191d3a0-0000-7000-8000-00000000000a', '0191d3a0-0000-7000-8000-00000000000b'];
const names = { [ada]: 'Ada Moss', [ben]: 'Ben Okoro' };
const entry = (participantId: string, effective: string) => ({ id: `${participantId}-row`, participantId, effective });

describe('the changes of a record', () => {
  it('name the participant of an allocation profile row, with the old and the new percentage', () => {
    const before = { name: 'Fund I', entries: [entry(ada, '10'), entry(ben, '5')] };
    const after = { name: 'Fund I', entries: [entry(ben, '5'), entry(ada, '12.5')] };
    expect(changesBetween(before, after, names)).toEqual([
      { field: `entries.${ada}.effective`, title: 'Ada Moss effective', before: '10', after: '12.5' },
    ]);
    expect(changeText(changesBetween(before, after, names))).toBe('Ada Moss effective: 10 → 12.5');
  });

  it('name added and removed participants', () => {
    const changes = changesBetween({ entries: [entry(ada, '10')] }, { entries: [entry(ben, '5')] }, names);
    expect(changes.map(({ title, before, after }) => [title, before, after])).toEqual([
      ['Entries', null, 'Ben Okoro'],
      ['Ben Okoro effective', null, '5'],
      ['Entries', 'Ada Moss', null],
      ['Ada Moss effective', '10', null],
    ]);
  });

  it('number rows without a name from one', () => {
    const [before, after] = [{ details: [{ vestedPercentage: '0' }] }, { details: [{ vestedPercentage: '20' }] }];
    expect(changesBetween(before, after)).toMatchObject([{ title: 'Details 1 vested %' }]);
  });

  it.each(everyLifecycle)('show no state of %s as a code', (_, { states }) => {
    for (const [code, label] of Object.entries(states)) {
      for (const field of ['status', 'approvals.1.decision']) {
        const path = field.split('.');
        const value = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), code);
        expect(changesBetween(null, value)).toMatchObject([{ field, after: label }]);
      }
    }
  });

  it('describe links between records with their types', () => {
    const textOf = (value: object) => changeText(changesBetween(null, value));
    expect(textOf({ objectType: 'allocationProfile' })).toBe('Kind of record: Allocation profile');
    expect(textOf({ application: 'carry' })).toBe('Application: Carry');
    expect(changeText(changesBetween({ status: 'OPEN' }, { status: 'LOCKED' }))).toBe('Status: Open → Locked');
    // Text that a person entered stays as it is.
    expect(textOf({ code: 'SUB', legalName: 'DRAFT' })).toBe('Code: SUB\nLegal name: DRAFT');
  });

  it('name an added approver, a tax characterization and the target of a tax profile', () => {
    const approvals = [{ id: '1', approver: 'Noah Okafor', decision: null }];
    expect(changeText(changesBetween({ approvals: [] }, { approvals }))).toBe('Approvals: Noah Okafor');
    const rates = (taxRate: string) => ({ taxProfileRates: [{ taxCharacterizationId: ada, name: null, taxRate }] });
    expect(changeText(changesBetween(rates('20'), rates('23.8'), { [ada]: 'Ordinary income' }))).toBe(
      'Ordinary income tax rate %: 20 → 23.8',
    );
    expect(changeText(changesBetween(null, { targetType: 'participant' }))).toBe('Applies to: A participant');
  });

  it('describe an employment event once, in one line', () => {
    const hired = { id: '1', kind: 'HIRED', eventDate: '2019-02-01', reason: null };
    const terminated = { id: '2', kind: 'TERMINATED', eventDate: '2026-09-01', reason: 'Left for a rival' };
    const ended = { terminationDate: '2026-09-01', terminationReason: 'Left for a rival', status: 'TERMINATED' };
    const employed = { terminationDate: null, terminationReason: null, status: 'ACTIVE', employmentEvents: [hired] };
    expect(
      changeText(changesBetween(employed, { ...ended, employmentEvents: [hired, terminated] })).split('\n'),
    ).toEqual(['Status: Active → Terminated', 'Employment: Terminated on 09/01/2026', 'Reason: Left for a rival']);
    const corrected = { ...hired, eventDate: '2019-03-01' };
    const [before, after] = [
      { hireDate: '2019-02-01', employmentEvents: [hired] },
      { hireDate: '2019-03-01', employmentEvents: [corrected] },
    ];
    expect(changeText(changesBetween(before, after))).toBe('Employment: Hired on 02/01/2019 → Hired on 03/01/2019');
  });

  it('name the entries of a deferred award and the kind of a leaver', () => {
    const granted = { id: '1', kind: 'GRANT', title: 'Granted', tranche: null, on: '2025-03-01', amount: '100.00' };
    const settled = { id: '2', kind: 'FORFEIT', title: 'Forfeited', tranche: 2, on: '2026-11-20', amount: '50.00' };
    const back = { ...settled, id: '3', title: 'Forfeited, reversed', on: '2026-11-25', amount: '-50.00' };
    expect(
      changeText(changesBetween({ entries: [granted] }, { entries: [granted, settled, back] })).split('\n'),
    ).toEqual([
      'Entry: Forfeited on 11/20/2026, tranche 2: 50.00',
      'Entry: Forfeited, reversed on 11/25/2026, tranche 2: -50.00',
    ]);
    expect(changeText(changesBetween({ leaverKind: null }, { leaverKind: 'BAD' }))).toBe('Left as: Bad leaver');
  });

  it('format dates', () => {
    expect(changeText(changesBetween(null, { hireDate: '2019-02-01' }))).toBe('Hire date: 02/01/2019');
  });

  it('list the first fifty lines of a long list', () => {
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`field${String(i)}`, 'x']));
    expect(changeText(changesBetween(null, many)).split('\n').at(-1)).toBe('and 10 more');
  });
});
