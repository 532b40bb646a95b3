export {
  apiTokenList,
  endStoredToken,
  endTokensOf,
  insertApiToken,
  type NewApiToken,
  unendedTokens,
} from './apiTokens.ts';
export { tellEndingTokens } from './endingTokens.ts';
export { insertProgram, programOf, programsOf } from './programs.ts';
