/** Terms of a vehicle, and events that no other record contains. */
export interface VehicleFacts {
  /** Total commitments. */
  readonly size: string;
  readonly firstClose: string;
  readonly finalClose: string;
  /** Investors at the first and final close, with their parts of all commitments except the general partner's. */
  readonly first: Readonly<Record<string, number>>;
  readonly final: Readonly<Record<string, number>>;
  /** Percent a year: of commitments during the investment period, then of the cost of holdings. */
  readonly fee: readonly [investing: string, later: string];
  readonly investsUntil: string;
  readonly hasLine?: true;
  readonly carry: { readonly percent: string; readonly hurdle: string; readonly catchUp: string };
  /** A bill that arrived after its quarter was locked, so the first open one displays it. */
  readonly late?: LateBill;
}

interface LateBill {
  readonly type: 'EXP-LEGAL';
  readonly amount: string;
  readonly day: string;
  readonly paid: string;
  readonly words: string;
}

/** The first value of a holding in a locked quarter, and why the quarter was reopened. */
export interface Restatement {
  readonly vehicle: string;
  readonly holding: string;
  readonly end: string;
  readonly before: string;
  readonly reason: string;
}

/** Returned and remaining value of an investment, as multiples. */
export type Standing = readonly [realized: string, unrealized: string];

/** A vehicle's holding. */
export interface HoldingFacts {
  /** Such as `QL02/ARP-I`. */
  readonly name: string;
  readonly isLoan: boolean;
  readonly buys: readonly (readonly [day: string, amount: string])[];
  /** Proceeds up to the last quarter, and the remaining value, as multiples of the cost. */
  readonly realized: string;
  readonly unrealized: string;
  /** Dates of the proceeds, in percent of all of them. */
  readonly sells: readonly (readonly [day: string, percent: number])[];
}

/** Everything that the story of a vehicle is built from. */
export interface VehicleHistory extends VehicleFacts {
  readonly code: string;
  readonly holdings: readonly HoldingFacts[];
  /** Interest and dividends of a holding. */
  readonly income: readonly (readonly [day: string, amount: string, holding: string, words: string])[];
  readonly carryPaid: readonly (readonly [day: string, amount: string, words: string])[];
  readonly carryReturned: readonly (readonly [day: string, amount: string, words: string])[];
  /** Accrued and unpaid carry at year end, as the closes found it. */
  readonly accrued: readonly (readonly [day: string, amount: string])[];
  /** Last date of the story. */
  readonly until: string;
}
