import type { EntityStory } from './entities.ts';
import type { Home, PeopleFacts } from './hiring.ts';

const newYork = (line: string, postalCode: string): Home => ({
  line,
  city: 'New York',
  region: 'NY',
  postalCode,
  country: 'US',
});
const bayArea = (line: string, city: string, postalCode: string): Home => ({
  line,
  city,
  region: 'CA',
  postalCode,
  country: 'US',
});
const london = (line: string, postalCode: string): Home => ({ line, city: 'London', postalCode, country: 'GB' });
const luxembourg = (line: string, postalCode: string): Home => ({
  line,
  city: 'Luxembourg',
  postalCode,
  country: 'LU',
});

const teams = ['Buyout', 'Growth', 'Europe', 'Portfolio Operations'];
export const alderPeople: PeopleFacts = {
  mailDomain: 'alder.example',
  homes: {
    'New York': [
      newYork('212 West 79th Street, Apt 6B', '10024'),
      newYork('45 Prospect Park West, Apt 3', '11215'),
      newYork('301 East 66th Street, Apt 14F', '10065'),
      newYork('88 Greenwich Street, Apt 2207', '10006'),
      newYork('17 Pineapple Street', '11201'),
      newYork('530 Park Avenue, Apt 9A', '10065'),
    ],
    'San Francisco': [
      bayArea('2450 Vallejo Street', 'San Francisco', '94123'),
      bayArea('118 Clipper Street', 'San Francisco', '94114'),
      bayArea('77 Magnolia Avenue', 'Larkspur', '94939'),
      bayArea('640 Addison Avenue', 'Palo Alto', '94301'),
      bayArea('1390 Filbert Street, Apt 5', 'San Francisco', '94109'),
      bayArea('25 Highland Road', 'Orinda', '94563'),
      bayArea('903 Lombard Street', 'San Francisco', '94133'),
    ],
    London: [
      london('14 Canonbury Square', 'N1 2AN'),
      london('61 Elgin Crescent', 'W11 2JU'),
      london('8 Gloucester Mews', 'W2 3HE'),
      london('29 Lonsdale Road', 'SW13 9ED'),
      london('3 Wapping Wall', 'E1W 3SF'),
    ],
    Luxembourg: [
      luxembourg('12 rue Jean-Pierre Probst', '2352'),
      luxembourg('45 boulevard Grande-Duchesse Charlotte', '1331'),
      luxembourg('7 rue de Strasbourg', '2561'),
      luxembourg('31 rue des Maraîchers', '2124'),
      luxembourg('88 rue de Bonnevoie', '1260'),
    ],
  },
  departments: {
    Partner: ['Investment Committee'],
    Principal: teams,
    Associate: [...teams, 'Finance', 'Investor Relations'],
    Advisor: ['Operating Advisors'],
  },
  citizenship: 'US',
  citizenships: { E006: 'JP', E012: 'BG', E020: 'RO', E028: 'NO', E037: 'FR', E001: 'GB', E009: 'IT' },
  leavers: {
    E009: 'Retired from the partnership',
    E016: 'Joined a portfolio company as its chief financial officer',
    E022: 'Founded a firm of her own',
    E031: 'Returned to university',
    E034: 'Position closed with the move of the team to New York',
    E042: 'Left for a competitor',
  },
  promotions: {
    E011: { day: '2019-01-07', from: 'Associate', reason: 'Promoted to principal' },
    E021: { day: '2018-01-08', from: 'Vice President', reason: 'Promoted to principal' },
    E003: { day: '2021-01-04', from: 'Partner', reason: 'Elected managing partner' },
    E007: { day: '2022-01-03', from: 'Partner', reason: 'Elected managing partner' },
  },
  absences: {
    E010: {
      left: '2020-04-30',
      why: 'Left for a portfolio company',
      back: '2022-02-01',
      whyBack: 'Came back as a principal',
    },
  },
  longHaired: [
    'E001',
    'E003',
    'E005',
    'E007',
    'E009',
    'E011',
    'E013',
    'E015',
    'E016',
    'E018',
    'E020',
    'E022',
    'E046',
    'E048',
  ],
};

const delaware: Home = {
  line: '251 Little Falls Drive',
  city: 'Wilmington',
  region: 'DE',
  postalCode: '19808',
  country: 'US',
};
/** Entities whose members add up to the plan's percentages. The firm founded the last one itself. */
export const alderEntities: readonly EntityStory[] = [
  {
    code: 'N002',
    name: 'ARP Operating Executives LLC',
    type: 'Limited liability company',
    founded: '2017-04-03',
    home: delaware,
    versions: [
      {
        day: '2017-04-03',
        reason: 'Founded',
        members: [
          ['E046', '60'],
          ['E048', '25'],
          ['T001', '15'],
        ],
      },
      {
        day: '2020-04-06',
        reason: 'Owen Reyes and Gustav Ek joined the operating executives',
        members: [
          ['E045', '33.3333'],
          ['E046', '33.3333'],
          ['E047', '13.3334'],
          ['E048', '10'],
          ['T001', '10'],
        ],
      },
    ],
  },
  {
    code: 'N003',
    name: 'ARP Founders Holdings LP',
    type: 'Limited partnership',
    founded: '2018-03-01',
    home: delaware,
    versions: [
      {
        day: '2018-03-01',
        reason: 'Founded for the families of the founders, with the operating executives',
        members: [
          ['T002', '50'],
          ['T003', '37.5'],
          ['N002', '12.5'],
        ],
      },
    ],
  },
  {
    code: 'N001',
    name: 'ARP Alumni Partners LLC',
    type: 'Limited liability company',
    founded: '2021-05-10',
    home: delaware,
    versions: [
      { day: '2021-05-10', reason: 'Founded when Elena Kovacs left', members: [['E016', '100']] },
      {
        day: '2023-11-01',
        reason: 'Felix Stein and Sofia Rossi left and joined',
        members: [
          ['E009', '50'],
          ['E016', '37.5'],
          ['E031', '12.5'],
        ],
      },
      {
        day: '2025-02-24',
        reason: 'Aoife Byrne left and joined',
        members: [
          ['E009', '40'],
          ['E016', '30'],
          ['E022', '20'],
          ['E031', '10'],
        ],
      },
    ],
  },
  {
    code: 'N004',
    name: 'ARP Next Generation Partners LLC',
    type: 'Limited liability company',
    founded: '2024-02-01',
    home: delaware,
    versions: [
      {
        day: '2024-02-01',
        reason: 'Founded for the partners to be',
        members: [
          ['E011', '40'],
          ['E018', '35'],
          ['E033', '25'],
        ],
      },
      {
        day: '2026-08-17',
        reason: 'Asha Kapoor joins; the parts are still to be agreed',
        members: [['E011'], ['E018'], ['E033'], ['E036']],
      },
    ],
  },
];
