import { describe, expect, it } from 'vitest';
import { arrangePanels } from './index.ts';

const visible = (id: string) => ({ id, isHidden: false });
const hidden = (id: string) => ({ id, isHidden: true });

describe('the panels of a board', () => {
  it('are visible in their default order until a person arranges them', () => {
    expect(arrangePanels(['work', 'figures'], null)).toEqual([visible('work'), visible('figures')]);
  });
  it('are in the order of the person, who can hide some', () => {
    const arrangement = [hidden('trend'), visible('work'), visible('figures')];
    expect(arrangePanels(['work', 'figures', 'trend'], arrangement)).toEqual(arrangement);
  });
  it('that are new follow the panel that they follow by default', () => {
    const arrangement = [hidden('trend'), visible('work')];
    expect(arrangePanels(['first', 'work', 'figures', 'more', 'trend'], arrangement)).toEqual([
      visible('first'),
      hidden('trend'),
      visible('work'),
      visible('figures'),
      visible('more'),
    ]);
  });
  it('that the board no longer has, or that are there twice, are left out', () => {
    const arrangement = [visible('removed'), hidden('work'), visible('work')];
    expect(arrangePanels(['work'], arrangement)).toEqual([hidden('work')]);
  });
});
