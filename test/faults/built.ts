import { ensureBuilt } from '../../scripts/ensureBuilt.mjs';

/** Tests kill and attack the built product. Starting it from its sources would take longer than the tests. */
export const setup = (): void => void ensureBuilt();
