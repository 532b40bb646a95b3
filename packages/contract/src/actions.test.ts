import { describe, expect, it } from 'vitest';
import { callsByConcept } from './contract.ts';
import { actionText, actionLabels, isDecision, toSentence } from './actions.ts';

describe('action labels', () => {
  it.each([
    ['submitDistribution', 'Spring exit', 'Distribution Spring exit submitted'],
    ['submitDistribution', undefined, 'Distribution submitted'],
    ['saveVestingSchedule', 'Partners', 'Vesting schedule Partners saved'],
    ['postAccountEntries', undefined, 'Account entries posted'],
    ['changeEmployeePicture', 'Ada Moss', 'Picture of Ada Moss changed'],
    ['someNewAction', undefined, 'Some new action'],
  ])('%s of %s reads %s', (operation, name, sentence) => expect(actionText(operation, name)).toBe(sentence));

  it('turn an identifier into words', () => {
    expect(toSentence('homeAddress.city')).toBe('Home address city');
    expect(toSentence('AllocationProfile')).toBe('Allocation profile');
    expect(toSentence('hoursAWeek')).toBe('Hours a week');
    expect(toSentence('addressLine1')).toBe('Address line 1');
  });

  it.each([
    ['approveDistribution', true],
    ['postRealization', true],
    ['postLedgerRun', true],
    ['lockPeriod', true],
    ['releasePayStatement', true],
    ['releaseDelivery', true],
    ['createSampleFirm', true],
    ['saveDistribution', false],
    ['someNewAction', false],
  ])('knows if %s is a decision', (operation, expected) => expect(isDecision(operation)).toBe(expected));

  it('exist for every call that writes an entry', () => {
    // The audit log describes these by their effect rather than by the call.
    const otherwise = [
      /^(signIn|exchange|confirmSecondFactor$|beginSecondFactor$|endOwnSession$|endOtherSessions$|switchTenant|createDownload|createLiveToken|preview|readMappingSample$|generate|calculate|start(Fund)?Letters$|startExport$|runSubscription$|start(Investor|Notice)Documents$|startPayStatements$|stopTasks?$|(store|discard)DistributionDraft$|changePassword|saveApproval$|joinByInvitation$|mark(All)?Notifications?$|chooseMails$|finishTour$|chooseFormats$|setDefaultView$|archive(ReferenceEntries|Users|Groups|CurrencyPairs)$|rememberList$|arrangeBoard$|changeTranche|saveFundVintage|saveVehicle$|savePerformanceInvestment$|saveBulk|changePerformanceInvestmentLogo$|searchInvestment|(init|update)SearchIndexes$|refreshInvestments$)/,
      /^(begin|confirm)Passkey$/,
      /TaxProfiles?$/,
      /^((terminate|rehire)CompEmployee|correctCompLeaving)$/,
      /(Fund|Coinvestment|Investment)AllocationProfile$/,
      /Image$/,
    ];
    const writing = Object.values(callsByConcept)
      .flatMap((endpoints) => Object.entries(endpoints))
      .filter(([, { method, readOnly }]) => method !== 'GET' && !readOnly)
      .map(([name]) => name);
    expect(writing.length).toBeGreaterThan(50);
    expect(writing.filter((name) => !actionLabels[name] && !otherwise.some((pattern) => pattern.test(name)))).toEqual(
      [],
    );
  });
});
