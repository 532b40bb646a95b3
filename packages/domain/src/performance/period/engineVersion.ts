/** The version of the rules with which a locked quarter was computed. */
export const PERIOD_ENGINE_VERSION = '1';
