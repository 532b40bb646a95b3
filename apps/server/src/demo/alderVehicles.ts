import type { Restatement, VehicleFacts } from './vehicleFacts.ts';

/** Investors of the first fund. Most of them also joined the later ones. */
const founders = { 'ALDER-EMP': 1, BAYVIEW: 12, BELLMERE: 6, CALDER: 8, DALTON: 4, IRONBRIDGE: 3, KESTREL: 14 };
const followers = {
  'ALDER-FRIENDS': 1,
  BRANDSEN: 8,
  CARTWRIGHT: 6,
  GARRICK: 2,
  GREYSTOKE: 5,
  MARLOWE: 4,
  OAKHAVEN: 3,
  TOLLAND: 4,
};
const institutions = {
  CORDOVA: 15,
  EASTHAM: 6,
  FERNHOLM: 8,
  HALDANE: 10,
  LINDGREN: 4,
  MERIDIAN: 5,
  QUARLES: 5,
  SEABRIGHT: 7,
};
const latecomers = { NORTHGATE: 8, PEMBERTON: 5, RENFREW: 7, UMBRIA: 4, VALMONT: 2, WEXFORD: 6 };

const carry = (hurdle: string, percent = '20') => ({ percent, hurdle, catchUp: '100' });

export const alderVehicles: Readonly<Record<string, VehicleFacts>> = {
  'ARP-I': {
    size: '410000000.00',
    firstClose: '2012-03-31',
    finalClose: '2013-03-31',
    first: founders,
    final: followers,
    fee: ['2', '1.5'],
    investsUntil: '2018-03-31',
    carry: carry('8'),
  },
  'ARP-II': {
    size: '780000000.00',
    firstClose: '2015-03-31',
    finalClose: '2016-03-31',
    first: { ...founders, ...followers },
    final: institutions,
    fee: ['2', '1.5'],
    investsUntil: '2021-03-31',
    carry: carry('4'),
  },
  'ARP-III': {
    size: '1450000000.00',
    firstClose: '2018-03-31',
    finalClose: '2019-03-31',
    first: { 'ALDER-EMP': 1, BAYVIEW: 12, CALDER: 8, KESTREL: 14, BRANDSEN: 9, MARLOWE: 5, ...institutions },
    final: { 'ALDER-FRIENDS': 1, GREYSTOKE: 6, TOLLAND: 4, ...latecomers },
    fee: ['1.75', '1.5'],
    investsUntil: '2024-03-31',
    hasLine: true,
    carry: carry('3'),
  },
  'ARP-IV': {
    size: '2300000000.00',
    firstClose: '2021-03-31',
    finalClose: '2022-03-31',
    first: { 'ALDER-EMP': 1, BAYVIEW: 10, CALDER: 6, KESTREL: 16, BRANDSEN: 8, ...institutions },
    final: { 'ALDER-FRIENDS': 1, MARLOWE: 4, ...latecomers },
    fee: ['1.75', '1.5'],
    investsUntil: '2027-03-31',
    hasLine: true,
    carry: carry('8'),
    late: {
      type: 'EXP-LEGAL',
      amount: '48250.00',
      day: '2026-02-26',
      paid: '2026-05-11',
      words: 'Counsel of the purchase in December, whose bill came late',
    },
  },
  'ARG-I': {
    size: '640000000.00',
    firstClose: '2019-03-31',
    finalClose: '2020-03-31',
    first: { 'ALDER-EMP': 1, BELLMERE: 6, DALTON: 4, IRONBRIDGE: 3, CORDOVA: 10, HALDANE: 8, QUARLES: 4 },
    final: { GARRICK: 2, OAKHAVEN: 2, SEABRIGHT: 6, VALMONT: 2, NORTHGATE: 5 },
    fee: ['2', '1.75'],
    investsUntil: '2025-03-31',
    carry: carry('0'),
  },
  'ARE-I': {
    size: '520000000.00',
    firstClose: '2020-03-31',
    finalClose: '2021-03-31',
    first: { BRANDSEN: 10, FERNHOLM: 8, LINDGREN: 5, EASTHAM: 6 },
    final: { 'ALDER-EMP': 1, RENFREW: 7, UMBRIA: 6, WEXFORD: 6, CORDOVA: 8, NORTHGATE: 5 },
    fee: ['2', '1.5'],
    investsUntil: '2026-03-31',
    carry: carry('8'),
  },
  'CO-HEL': {
    size: '20000000.00',
    firstClose: '2019-06-30',
    finalClose: '2019-06-30',
    first: { BAYVIEW: 8, CORDOVA: 6, KESTREL: 4, HALDANE: 2 },
    final: {},
    fee: ['0', '0.75'],
    investsUntil: '2019-06-30',
    carry: carry('6', '15'),
  },
  'CO-PAC': {
    size: '46000000.00',
    firstClose: '2019-06-30',
    finalClose: '2019-06-30',
    first: { CORDOVA: 10, HALDANE: 6, SEABRIGHT: 5, QUARLES: 2 },
    final: {},
    fee: ['0', '0.75'],
    investsUntil: '2019-06-30',
    carry: carry('6', '15'),
  },
  'CO-NOR': {
    size: '40000000.00',
    firstClose: '2019-06-30',
    finalClose: '2019-06-30',
    first: { BRANDSEN: 8, FERNHOLM: 6, WEXFORD: 4 },
    final: {},
    fee: ['0', '0.75'],
    investsUntil: '2019-06-30',
    carry: carry('6', '15'),
  },
};

/** A finding of the auditors after the year had been locked. */
export const alderRestatement: Restatement = {
  vehicle: 'ARE-I',
  holding: 'NB21/ARE-I',
  end: '2025-12-31',
  before: '84900000.00',
  reason: 'The audit of 2025 values it by the loans that were repaid until the end of the year.',
};

/** Dates of the proceeds up to the last quarter, in percent. A coinvestment sells together with its fund. */
export const alderSales: Readonly<Record<string, readonly (readonly [day: string, percent: number])[]>> = {
  HDG01: [
    ['2021-06-30', 40],
    ['2023-03-17', 60],
  ],
  QL02: [
    ['2014-12-18', 10],
    ['2016-06-24', 30],
    ['2017-06-30', 20],
    ['2019-09-27', 40],
  ],
  BF03: [
    ['2016-11-18', 60],
    ['2018-11-30', 20],
    ['2022-06-10', 20],
  ],
  MP04: [
    ['2018-05-31', 50],
    ['2021-12-17', 50],
  ],
  CS05: [
    ['2022-11-30', 60],
    ['2025-11-28', 40],
  ],
  VD06: [
    ['2021-10-15', 70],
    ['2024-05-31', 30],
  ],
  NRS07: [
    ['2020-12-11', 60],
    ['2023-06-16', 40],
  ],
  SW08: [['2022-03-31', 100]],
  OL09: [['2024-11-22', 100]],
  FF10: [
    ['2019-08-30', 35],
    ['2024-12-06', 65],
  ],
  LP11: [['2021-03-31', 100]],
  KAP12: [
    ['2019-05-31', 25],
    ['2025-12-05', 75],
  ],
  JHC14: [['2024-03-28', 100]],
  CES16: [
    ['2022-06-30', 50],
    ['2025-09-12', 50],
  ],
  HV17: [
    ['2023-09-15', 60],
    ['2026-05-29', 40],
  ],
  PLW18: [['2021-07-16', 100]],
  SIA19: [['2024-10-15', 100]],
  DCC20: [['2024-11-15', 100]],
  VCS22: [
    ['2024-07-12', 60],
    ['2025-11-14', 40],
  ],
  SSM23: [
    ['2022-10-14', 60],
    ['2025-05-16', 40],
  ],
  IF24: [
    ['2025-03-21', 40],
    ['2026-04-17', 60],
  ],
  PHH26: [['2024-06-14', 100]],
  AOG28: [['2024-11-08', 100]],
  GSD32: [['2023-04-21', 100]],
  LFN33: [['2025-06-13', 100]],
  OFS34: [['2025-10-24', 100]],
  HPA35: [
    ['2022-11-18', 30],
    ['2025-06-13', 70],
  ],
  SR36: [['2025-10-10', 100]],
};

/** Additional income from holdings, by vehicle. */
export const alderIncome: Readonly<Record<string, readonly (readonly [string, string, string, string])[]>> = {
  'CO-NOR': [['2025-10-31', '450000.00', 'NB21/CO-NOR', 'Interest on the bridge loan, paid back before the round']],
};

/** Accrued and unpaid carry at each year end and in the quarters since, as computed by `carryPosition`. */
export const alderAccruals: Readonly<Record<string, readonly (readonly [day: string, amount: string])[]>> = {
  'ARP-I': [
    ['2014-12-31', '11357243.46'],
    ['2015-12-31', '20854887.73'],
    ['2016-12-31', '38029070.82'],
    ['2017-12-31', '42086554.30'],
    ['2018-12-31', '43862892.90'],
    ['2019-12-31', '41760109.82'],
    ['2020-12-31', '48503553.62'],
    ['2021-12-31', '56471432.49'],
    ['2022-12-31', '55996153.13'],
    ['2023-12-31', '67516427.81'],
    ['2024-12-31', '73286335.78'],
    ['2025-12-31', '67117777.20'],
    ['2026-03-31', '68495070.04'],
    ['2026-06-30', '53435680.54'],
  ],
  'ARP-II': [
    ['2019-12-31', '21873519.76'],
    ['2020-12-31', '28249579.10'],
    ['2021-12-31', '27941737.14'],
    ['2022-12-31', '30411886.01'],
    ['2023-12-31', '46812048.38'],
    ['2024-12-31', '45624223.04'],
    ['2025-12-31', '35532018.88'],
    ['2026-03-31', '37252456.12'],
    ['2026-06-30', '38943101.96'],
  ],
  'ARP-III': [
    ['2023-12-31', '18411940.25'],
    ['2024-12-31', '20997349.90'],
    ['2025-12-31', '33127549.55'],
    ['2026-03-31', '36119280.95'],
    ['2026-06-30', '11355440.00'],
  ],
  'ARG-I': [
    ['2024-12-31', '5313814.87'],
    ['2025-12-31', '5522188.94'],
    ['2026-03-31', '7207103.92'],
    ['2026-06-30', '8867247.23'],
  ],
  'CO-HEL': [
    ['2019-12-31', '176873.41'],
    ['2020-12-31', '536438.18'],
    ['2021-12-31', '1013648.47'],
    ['2022-12-31', '1207780.33'],
    ['2023-12-31', '494202.43'],
    ['2024-12-31', '792447.57'],
    ['2025-12-31', '1090692.64'],
    ['2026-03-31', '1165501.63'],
    ['2026-06-30', '1239725.75'],
  ],
  'CO-PAC': [
    ['2023-12-31', '1177894.91'],
    ['2024-12-31', '0.00'],
    ['2025-12-31', '489924.59'],
    ['2026-03-31', '621615.95'],
    ['2026-06-30', '751961.90'],
  ],
};
