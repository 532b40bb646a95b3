import { ensureBuilt } from '../../scripts/ensureBuilt.mjs';

/** What is killed and attacked is the built product: started from its sources it takes longer than what is done to it. */
export const setup = (): void => ensureBuilt();
