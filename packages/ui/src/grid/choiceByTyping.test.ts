import { describe, expect, it } from 'vitest';
import { choiceByTyping } from './choiceByTyping.ts';

const titles = ['Analyst', 'Associate', 'Partner', 'Principal'];

describe('selecting a choice by its first letters', () => {
  it('selects the first option that starts with the input, ignoring case', () => {
    expect(choiceByTyping(titles, 'P', 'Analyst')).toBe('Partner');
    expect(choiceByTyping(titles, 'pr', 'Partner')).toBe('Principal');
    expect(choiceByTyping(titles, 'as', 'Analyst')).toBe('Associate');
  });

  it('cycles through the options of a letter that is typed repeatedly', () => {
    expect(choiceByTyping(titles, 'pp', 'Partner')).toBe('Principal');
    expect(choiceByTyping(titles, 'ppp', 'Principal')).toBe('Partner');
  });

  it('selects nothing if no option starts with the input', () => {
    expect(choiceByTyping(titles, 'x', 'Analyst')).toBeUndefined();
    expect(choiceByTyping(titles, 'xx', 'Analyst')).toBeUndefined();
    expect(choiceByTyping(titles, 'pa?', 'Partner')).toBeUndefined();
    expect(choiceByTyping(titles, '', 'Partner')).toBeUndefined();
  });
});
