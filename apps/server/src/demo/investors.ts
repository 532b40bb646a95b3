import { by, type Firm, type Happening } from './firm.ts';

/** Investors of the firm's funds: code, name, type, currency, country and date of the first investment. */
const investors: readonly (readonly [string, string, string, string, string, string])[] = [
  ['ALDER-GP', 'Alder Ridge General Partner', 'GP', 'USD', 'US', '2009-04-01'],
  ['ALDER-EMP', 'Alder Ridge Employees', 'RELATEDPARTY', 'USD', 'US', '2009-04-01'],
  ['ALDER-FRIENDS', 'Alder Ridge Friends and Family', 'RELATEDPARTY', 'USD', 'US', '2011-06-15'],
  ['BAYVIEW', 'Bayview Teachers Retirement System', 'INVESTOR', 'USD', 'US', '2009-04-01'],
  ['BELLMERE', 'Bellmere University Endowment', 'INVESTOR', 'USD', 'US', '2009-04-01'],
  ['BRANDSEN', 'Stichting Pensioenfonds Brandsen', 'INVESTOR', 'EUR', 'NL', '2011-06-15'],
  ['CALDER', 'Calder County Employees Retirement Fund', 'INVESTOR', 'USD', 'US', '2009-04-01'],
  ['CARTWRIGHT', 'Cartwright Mutual Life', 'INVESTOR', 'USD', 'US', '2011-06-15'],
  ['CORDOVA', 'Cordova Sovereign Fund', 'INVESTOR', 'USD', 'SG', '2014-02-03'],
  ['DALTON', 'Dalton Foundation', 'INVESTOR', 'USD', 'US', '2009-04-01'],
  ['EASTHAM', 'Eastham Insurance Group', 'INVESTOR', 'GBP', 'GB', '2014-02-03'],
  ['FERNHOLM', 'Fernholm Pension', 'INVESTOR', 'EUR', 'SE', '2014-02-03'],
  ['GARRICK', 'Garrick Family Office', 'INVESTOR', 'USD', 'US', '2011-06-15'],
  ['GREYSTOKE', 'Greystoke Fund of Funds III', 'FUND', 'USD', 'US', '2011-06-15'],
  ['HALDANE', 'Haldane Superannuation', 'INVESTOR', 'USD', 'AU', '2014-02-03'],
  ['IRONBRIDGE', 'Ironbridge Hospital Endowment', 'INVESTOR', 'USD', 'US', '2009-04-01'],
  ['KESTREL', 'Kestrel State Investment Board', 'INVESTOR', 'USD', 'US', '2009-04-01'],
  ['LINDGREN', 'Lindgren Private Markets Fund II', 'FUND', 'EUR', 'SE', '2014-02-03'],
  ['MARLOWE', 'Marlowe Police and Fire Pension', 'INVESTOR', 'USD', 'US', '2011-06-15'],
  ['MERIDIAN', 'Meridian Reinsurance', 'INVESTOR', 'USD', 'BM', '2014-02-03'],
  ['NORTHGATE', 'Northgate Local Authority Pension Pool', 'INVESTOR', 'GBP', 'GB', '2018-01-15'],
  ['OAKHAVEN', 'Oakhaven College', 'INVESTOR', 'USD', 'US', '2011-06-15'],
  ['PEMBERTON', 'Pemberton Wealth Feeder', 'SPV', 'USD', 'LU', '2018-01-15'],
  ['QUARLES', 'Quarles Corporate Retirement Trust', 'INVESTOR', 'USD', 'US', '2014-02-03'],
  ['RENFREW', 'Renfrew Life Assurance', 'INVESTOR', 'GBP', 'GB', '2018-01-15'],
  ['SEABRIGHT', 'Seabright Bank Pension Fund', 'INVESTOR', 'USD', 'CA', '2014-02-03'],
  ['TOLLAND', 'Tolland Municipal Retirement', 'INVESTOR', 'USD', 'US', '2011-06-15'],
  ['UMBRIA', 'Umbria Cassa Previdenza', 'INVESTOR', 'EUR', 'IT', '2018-01-15'],
  ['VALMONT', 'Valmont Charitable Trust', 'INVESTOR', 'USD', 'US', '2018-01-15'],
  ['WEXFORD', 'Wexford Public Service Fund', 'INVESTOR', 'EUR', 'IE', '2018-01-15'],
];

/** Addresses of investors by country. */
const cities: Readonly<Record<string, readonly [street: string, city: string, postalCode: string]>> = {
  AU: ['1 Collins Street', 'Melbourne', '3000'],
  BM: ['14 Front Street', 'Hamilton', 'HM 12'],
  CA: ['200 Bay Street', 'Toronto', 'M5J 2J5'],
  GB: ['18 Cornhill', 'London', 'EC3V 3ND'],
  IE: ['6 Merrion Square', 'Dublin', 'D02 NP94'],
  IT: ['Via Mazzini 12', 'Perugia', '06121'],
  LU: ['9 Rue Goethe', 'Luxembourg', 'L-1637'],
  NL: ['Zuidplein 36', 'Amsterdam', '1077 XV'],
  SE: ['Birger Jarlsgatan 4', 'Stockholm', '114 34'],
  SG: ['8 Marina View', 'Singapore', '018960'],
  US: ['500 State Street', 'Boston', '02109'],
};

/** Enters all of them on one date. */
export const demoInvestors = (firm: Firm, day: string): Happening[] =>
  investors.map(([code, name, type, currency, country, initialInvestmentDate]) =>
    by(firm, day, async (context) => {
      const { book, operations } = firm;
      const [addressLine1 = '', city = '', postalCode = ''] = cities[country] ?? [];
      const saved = await operations.investor.saveInvestor(context, {
        body: {
          code,
          name,
          initialInvestmentDate,
          type: { id: book.reference('investor-type', type)?.id ?? '' },
          currency: book.reference('currency', currency),
          address: { addressLine1, city, postalCode, country: book.reference('country', country) },
        },
      });
      return saved.map(({ id }) => book.keep('investor', code, id));
    }),
  );
