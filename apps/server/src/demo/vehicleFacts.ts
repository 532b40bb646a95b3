/** What the papers of a vehicle say, and what happened to it that no other record tells. */
export interface VehicleFacts {
  /** Committed in all. */
  readonly size: string;
  readonly firstClose: string;
  readonly finalClose: string;
  /** Who came at the first close and who at the final one, with parts of all but the general partner's commitment. */
  readonly first: Readonly<Record<string, number>>;
  readonly final: Readonly<Record<string, number>>;
  /** In percent a year: of the commitments until the last day of investing, then of the cost of what is held. */
  readonly fee: readonly [investing: string, later: string];
  readonly investsUntil: string;
  readonly hasLine?: true;
  readonly carry: { readonly percent: string; readonly hurdle: string; readonly catchUp: string };
  /** A bill that came when the quarter of its day was locked: the first open one shows it. */
  readonly late?: LateBill;
}

export interface LateBill {
  readonly type: 'EXP-LEGAL';
  readonly amount: string;
  readonly day: string;
  readonly paid: string;
  readonly words: string;
}

/** What a holding was first said to be worth in a quarter that was locked, and why it was opened again. */
export interface Restatement {
  readonly vehicle: string;
  readonly holding: string;
  readonly end: string;
  readonly before: string;
  readonly reason: string;
}

/** How much of what was invested has come back, and what the rest is worth, as multiples. */
export type Standing = readonly [realized: string, unrealized: string];

/** An investment as a vehicle holds it. */
export interface HoldingFacts {
  /** As `QL02/ARP-I`. */
  readonly name: string;
  readonly isLoan: boolean;
  readonly buys: readonly (readonly [day: string, amount: string])[];
  /** What came back by the last quarter and what the rest is worth, as multiples of the cost. */
  readonly realized: string;
  readonly unrealized: string;
  /** When it came back, in percent of all that did. */
  readonly sells: readonly (readonly [day: string, percent: number])[];
}

/** All that the story of a vehicle is made of. */
export interface VehicleHistory extends VehicleFacts {
  readonly code: string;
  readonly holdings: readonly HoldingFacts[];
  /** Interest and dividends, of a holding. */
  readonly income: readonly (readonly [day: string, amount: string, holding: string, words: string])[];
  readonly carryPaid: readonly (readonly [day: string, amount: string, words: string])[];
  readonly carryReturned: readonly (readonly [day: string, amount: string, words: string])[];
  /** Carry that is accrued and not paid at the end of a year, as the closes found it. */
  readonly accrued: readonly (readonly [day: string, amount: string])[];
  /** The last day of which anything is told. */
  readonly until: string;
}
