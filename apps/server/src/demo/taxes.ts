import { err, ok } from '@carrara/domain/kernel';
import { by, type Firm, type Happening } from './firm.ts';

/**
 * Plays tax profiles besides those of the plan: one archived when the rates changed, one for a country, and one for a
 * fund's own withholding.
 */
export function taxes(firm: Firm): Happening[] {
  const { book, operations } = firm;
  const { taxProfile } = operations;
  const ofRates = (rates: Readonly<Record<string, string>>) =>
    Object.entries(rates).map(([name, taxRate]) => ({
      taxCharacterizationId: book.reference('tax-characterization', name)?.id ?? '',
      taxRate,
      isInactive: false,
    }));
  const old = {
    name: 'US federal, rates until 2017',
    description: 'Replaced by the rates of the act of 2017.',
    subjectToCharacterization: true,
    taxProfileRates: ofRates({
      'Long-term capital gain': '20',
      'Short-term capital gain': '39.6',
      'Qualified dividend': '20',
      'Interest and ordinary income': '39.6',
      'Return of capital': '0',
    }),
  };
  const withheld = (kind: 'fund' | 'coinvestment', code: string) =>
    by(firm, '2020-05-04', async (context) => {
      const id = book.id(kind, code);
      const input = { params: { id }, body: [{ taxProfileId: book.id('taxProfile', 'Luxembourg'), sourceType: kind }] };
      return kind === 'fund'
        ? taxProfile.assignFundTaxProfiles(context, input)
        : taxProfile.assignCoinvestmentTaxProfiles(context, input);
    });
  return [
    by(firm, '2016-01-19', async (context) => {
      const saved = await taxProfile.saveTaxProfile(context, { body: { ...old, isInactive: false } });
      return saved.map(({ id }) => book.keep('taxProfile', old.name, id));
    }),
    by(firm, '2018-01-10', async (context) => {
      const read = await taxProfile.getTaxProfile(context, { params: { id: book.id('taxProfile', old.name) } });
      if (read.isErr()) return err(read.error);
      const { id, rowVersion, taxProfileRates } = read.value;
      const body = { ...old, taxProfileRates, id, rowVersion, isInactive: true, reason: 'The rates of 2018 apply' };
      return taxProfile.saveTaxProfile(context, { body });
    }),
    by(firm, '2020-01-08', async (context) => {
      const body = {
        name: 'France, social charges',
        description: 'For people who live in France and work in Luxembourg.',
        subjectToCharacterization: false,
        taxRate: '17.2',
        taxProfileRates: [],
        isInactive: false,
      };
      const saved = await taxProfile.saveTaxProfile(context, { body });
      if (saved.isErr()) return err(saved.error);
      const assigned = await taxProfile.assignParticipantTaxProfiles(context, {
        params: { id: book.id('participant', 'E037') },
        body: [{ taxProfileId: saved.value.id, sourceType: 'participant' }],
      });
      return assigned.isErr() ? assigned : ok(undefined);
    }),
    withheld('fund', 'ARE-I'),
    withheld('coinvestment', 'CO-NOR'),
  ];
}
