export {
  apiTokenList,
  endStoredToken,
  endTokensOf,
  insertApiToken,
  type NewApiToken,
  unendedTokens,
} from './apiTokens.ts';
export { notifyOfEndingTokens as tellEndingTokens } from './endingTokens.ts';
export { insertProgram, programOf, programsOf } from './programs.ts';
