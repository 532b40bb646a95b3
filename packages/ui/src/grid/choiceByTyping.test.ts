import { describe, expect, it } from 'vitest';
import { choiceByTyping } from './choiceByTyping.ts';

const titles = ['Analyst', 'Associate', 'Partner', 'Principal'];

describe('a choice by its first letters', () => {
  it('takes the first option that begins with what is typed, in small letters too', () => {
    expect(choiceByTyping(titles, 'P', 'Analyst')).toBe('Partner');
    expect(choiceByTyping(titles, 'pr', 'Partner')).toBe('Principal');
    expect(choiceByTyping(titles, 'as', 'Analyst')).toBe('Associate');
  });

  it('goes through the options of a letter that is typed again and again', () => {
    expect(choiceByTyping(titles, 'pp', 'Partner')).toBe('Principal');
    expect(choiceByTyping(titles, 'ppp', 'Principal')).toBe('Partner');
  });

  it('chooses nothing where no option begins so', () => {
    expect(choiceByTyping(titles, 'x', 'Analyst')).toBeUndefined();
    expect(choiceByTyping(titles, 'xx', 'Analyst')).toBeUndefined();
    expect(choiceByTyping(titles, 'pa?', 'Partner')).toBeUndefined();
    expect(choiceByTyping(titles, '', 'Partner')).toBeUndefined();
  });
});
