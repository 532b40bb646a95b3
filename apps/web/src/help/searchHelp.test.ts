import { describe, expect, it } from 'vitest';
import { type HelpEntry, markTerms, searchHelp, searchTerms } from './searchHelp.ts';

const entry = (
  path: string,
  ...sections: readonly (readonly [id: string, title: string, text: string])[]
): HelpEntry => ({
  path,
  title: sections[0]?.[1] ?? '',
  sections: sections.map(([id, title, text]) => ({ id, title, text })),
});
const entries = [
  entry(
    'user/carry-run',
    ['run', 'Run a carry distribution', 'Before you start.'],
    ['steps', 'Steps', 'Pay the hurdle first.'],
  ),
  entry(
    'glossary',
    ['glossary', 'Glossary', ''],
    ['hurdle', 'hurdle', 'The yearly rate.'],
    ['catch-up', 'catch-up', 'Above the hurdle.'],
  ),
  entry('calculations/waterfall', [
    'waterfall',
    'Waterfall',
    `${'word '.repeat(40)}hurdle and (1 - GP share) ${'end '.repeat(60)}`,
  ]),
];
const found = (query: string) => searchHelp(entries, query).map(({ path, section }) => [path, section]);

describe('a search in the help', () => {
  it('lists the entry with the term as its title first', () => {
    expect(found('Hurdle')).toEqual([
      ['glossary', 'hurdle'],
      ['user/carry-run', 'steps'],
      ['glossary', 'catch-up'],
      ['calculations/waterfall', ''],
    ]);
  });

  it('finds sections that contain every term, and nothing for no term', () => {
    expect(found('steps hurdle')).toEqual([['user/carry-run', 'steps']]);
    expect(found('hurdle missing')).toEqual([]);
    expect(found('  ')).toEqual([]);
  });

  it('names the kind of each result and the page of a section', () => {
    const details = searchHelp(entries, 'hurdle').map(({ detail }) => detail);
    expect(details).toEqual(['Glossary', 'Guide: Run a carry distribution', 'Glossary', 'Calculation']);
  });

  it('cuts a long text around the first found term', () => {
    const excerpt = searchHelp(entries, 'share')[0]?.excerpt ?? '';
    expect(excerpt).toMatch(/^…word .*GP share\).*…$/);
    expect(excerpt.length).toBeLessThan(190);
  });

  it('marks terms as they are written, also special characters', () => {
    expect(markTerms('Hurdle (1 - x)', searchTerms('hurdle (1'))).toEqual([
      { text: 'Hurdle', isFound: true },
      { text: ' ', isFound: false },
      { text: '(1', isFound: true },
      { text: ' - x)', isFound: false },
    ]);
  });
});
