import type { ServedOperations } from '../core/operations.ts';
import {
  cedarDocuments,
  cedarEntities,
  cedarHistory,
  cedarLedger,
  cedarNotes,
  cedarPeople,
  cedarPortfolio,
  cedarSharing,
} from './cedarFacts.ts';
import { cedarMillPlan } from './cedarPlan.ts';
import { entities } from './entities.ts';
import { type Cast, openFirm, playInOrder } from './firm.ts';
import { expect } from './forecasts.ts';
import { hiring } from './hiring.ts';
import { enter } from './ledgerRuns.ts';
import { office } from './office.ts';
import { filing, notes } from './paperwork.ts';
import { portfolio } from './portfolio.ts';
import { rates } from './rates.ts';
import { realize } from './realizations.ts';
import { distribute } from './runs.ts';
import { sharing, vintageSharing } from './sharing.ts';
import type { Stage } from './stage.ts';

/** Plays the smaller firm, from the date when it moved its carry here. */
export async function playCedarMill(stage: Stage, operations: ServedOperations, cast: Cast): Promise<void> {
  const firm = await openFirm({ stage, operations, cast, opened: '2020-01-10' }, cedarMillPlan);
  await playInOrder(stage, [
    ...office(firm, {
      administrator: 'administrator',
      entries: [],
      users: [],
      groups: [
        {
          day: '2020-01-13',
          name: 'Partners',
          roles: [{ application: 'carry', role: 'viewer' }],
          members: ['partner'],
        },
      ],
    }),
    ...hiring(firm, cedarPeople),
    ...entities(firm, cedarEntities),
    ...portfolio(firm, cedarPortfolio),
    ...sharing(firm, cedarPeople, cedarSharing),
    ...vintageSharing(firm, cedarPeople, cedarPortfolio.vintages),
    ...rates(firm, 'administrator'),
    ...cedarHistory.flatMap((run) => [...realize(firm, run), ...distribute(firm, run)]),
    ...enter(firm, cedarLedger),
    ...expect(firm, [
      {
        name: 'Fund I wind-up',
        day: '2026-07-31',
        date: '2027-03-31',
        sources: [{ type: 'Fund', code: 'CMC-I', investedAmount: '1250000.00', multiple: '1.3' }],
      },
    ]),
    ...filing(firm, 'documents.cedar.example', cedarDocuments),
    ...notes(firm, cedarNotes),
  ]);
}
