import { defineLifecycle } from '../../kernel/lifecycle/index.ts';

/** An award: decided, then paid or canceled. A paid award never changes; another award corrects it by reversing the amount. */
export const awardLifecycle = defineLifecycle({
  states: { AWARDED: 'Awarded', PAID: 'Paid', CANC: 'Canceled' },
  initial: 'AWARDED',
  events: {
    saveAward: { from: ['AWARDED'], permission: 'pay.edit' },
    payAward: {
      from: ['AWARDED'],
      to: 'PAID',
      permission: 'pay.edit',
      action: 'paid',
      isDecision: true,
      call: {
        path: 'pay',
        summary: 'Say of an award that it was paid',
        failures: ['PAID_BEFORE_AWARDED', 'DATE_TOO_LATE'],
      },
      button: {
        label: 'Pay',
        isMain: true,
        fields: { payDate: { kind: 'date', title: 'Pay date', required: true } },
      },
    },
    cancelAward: {
      from: ['AWARDED'],
      to: 'CANC',
      permission: 'pay.edit',
      action: 'canceled',
      call: { path: 'cancel', summary: 'Cancel an unpaid award' },
      button: { label: 'Cancel award', isDangerous: true, comment: 'required' },
    },
    reverseAward: {
      from: ['PAID'],
      permission: 'pay.edit',
      action: 'reversed',
      isDecision: true,
      call: { path: 'reverse', summary: 'Reverse a paid award with a negative one' },
      button: { label: 'Reverse', isDangerous: true, comment: 'required' },
    },
    deleteAward: { from: ['AWARDED'], ends: true, permission: 'pay.delete' },
  },
});
