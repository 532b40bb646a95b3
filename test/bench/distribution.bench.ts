import { computeCents, computeDistribution, type DistributionInput } from '@carrara/domain/carry/run';
import { decimal } from '@carrara/domain/kernel';
import { Decimal as Plain } from 'decimal.js';
import { printLine, seededRandom, shortestTime, times, title } from './measure.ts';

const SOURCES = 50;
const PARTICIPANTS = 500;

function firm(): DistributionInput {
  const random = seededRandom(11);
  const participants = Array.from({ length: PARTICIPANTS }, (_, p) => ({
    id: `p${p}`,
    status: p % 9 === 0 ? ('terminated' as const) : ('active' as const),
    isEscrowExempt: p % 17 === 0,
    taxProfiles: [
      {
        id: 'federal',
        subjectToCharacterization: true,
        rates: [
          { characterizationId: 'ltcg', rate: decimal('20') },
          { characterizationId: 'ordinary', rate: decimal('37') },
        ],
      },
    ],
  }));
  const sources = Array.from({ length: SOURCES }, (_, s) => {
    const weights = participants.map(() => 1 + Math.floor(random() * 1_000));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const effectives = weights.map((weight) => decimal(weight).mul(100).div(total).toDecimalPlaces(10));
    return {
      id: `s${s}`,
      netDistributableAmount: decimal(Math.floor(random() * 1e10)).div(100),
      characterizations: [
        { id: 'ltcg', percent: decimal('70') },
        { id: 'ordinary', percent: decimal('30') },
      ],
      allocations: participants.map(({ id }, p) => ({ participantId: id, effective: effectives[p]! })),
    };
  });
  return { defaultEscrow: decimal('10'), defaultTerminatedEscrow: decimal('25'), sources, participants };
}

/** A plain version with decimal.js for comparison, which ignores lost cents. */
function plainLoop(input: DistributionInput): Plain {
  let net = new Plain(0);
  for (const { netDistributableAmount, characterizations = [], allocations } of input.sources) {
    allocations.forEach(({ effective }, p) => {
      const { status, isEscrowExempt, taxProfiles = [] } = input.participants[p]!;
      const gross = new Plain(netDistributableAmount).times(effective).div(100).toDecimalPlaces(2);
      let tax = new Plain(0);
      for (const { rates = [] } of taxProfiles) {
        for (const [i, { percent }] of characterizations.entries()) {
          tax = tax.plus(gross.times(percent).times(rates[i]!.rate).div(10_000).toDecimalPlaces(2));
        }
      }
      const percent =
        isEscrowExempt === true ? 0 : status === 'active' ? input.defaultEscrow : input.defaultTerminatedEscrow;
      const escrow = gross.times(percent).div(100).toDecimalPlaces(2);
      net = net.plus(gross.minus(tax).minus(escrow));
    });
  }
  return net;
}

title(`Distribution: ${SOURCES} sources x ${PARTICIPANTS} participants with tax, escrow and net`);
const input = firm();
const slow = { warmUpMs: 600, rounds: 8, roundMs: 1 };
const core = shortestTime(() => computeCents(input), slow);
const full = shortestTime(() => computeDistribution(input)._unsafeUnwrap(), slow);
const loop = shortestTime(() => plainLoop(input), slow);
printLine('integer core', core, 'goal 30 ms');
printLine('with decimal results', full, 'goal 100 ms');
printLine(
  'loop with decimal.js, cents not reconciled',
  loop,
  `${times(loop, core)} core, ${times(loop, full)} decimal results`,
);
