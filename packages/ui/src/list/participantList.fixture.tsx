import { Tag } from '../value/StatusBadge.tsx';
import { defineList, type ListPage } from './defineList.ts';

export interface Participant {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly status: { readonly code: string; readonly description: string };
  readonly hired: string | null;
  readonly effective: string;
  readonly gross: string;
  readonly tax: string;
  readonly other: string | null;
  readonly net: string;
  readonly members?: readonly Participant[];
}

export const activeStatus = { code: 'ACT', description: 'Active' };
const terminated = { code: 'TERM', description: 'Terminated' };

export const participants: readonly Participant[] = [
  {
    id: '1',
    name: 'Amelia Hartmann',
    role: 'Partner',
    status: activeStatus,
    hired: '2011-03-01',
    effective: '21.7306',
    gross: '10776418.20',
    tax: '3739417.11',
    other: null,
    net: '5959359.27',
  },
  {
    id: '2',
    name: 'Noah Okafor',
    role: 'Partner',
    status: activeStatus,
    hired: '2012-09-15',
    effective: '17.3845',
    gross: '8621134.55',
    tax: '2991533.69',
    other: null,
    net: '4754987.40',
  },
  {
    id: '3',
    name: 'ARP Founders Holdings LP',
    role: 'Entity',
    status: activeStatus,
    hired: null,
    effective: '5.4180',
    gross: '2686840.02',
    tax: '628720.57',
    other: null,
    net: '1789435.45',
    members: [
      {
        id: '3a',
        name: 'Okafor Family Dynasty Trust',
        role: 'Trust',
        status: activeStatus,
        hired: null,
        effective: '50',
        gross: '1343420.01',
        tax: '319733.96',
        other: null,
        net: '889344.05',
      },
      {
        id: '3b',
        name: 'Raman Family Descendants Trust',
        role: 'Trust',
        status: activeStatus,
        hired: null,
        effective: '37.5',
        gross: '1007565.01',
        tax: '239800.47',
        other: null,
        net: '667008.04',
      },
    ],
  },
  {
    id: '4',
    name: 'Mateo Alvarez',
    role: 'Partner',
    status: activeStatus,
    hired: '2014-01-06',
    effective: '10.1409',
    gross: '5028993.11',
    tax: '1745060.61',
    other: '-1250.55',
    net: '2490834.08',
  },
  {
    id: '5',
    name: 'Ingrid Lindqvist',
    role: 'Partner',
    status: activeStatus,
    hired: '2015-06-22',
    effective: '6.5190',
    gross: '3232916.40',
    tax: '1121822.00',
    other: null,
    net: '1787802.76',
  },
  {
    id: '6',
    name: 'Zanele Mokoena',
    role: 'Principal',
    status: terminated,
    hired: '2018-10-08',
    effective: '0.75',
    gross: '371932.36',
    tax: '129060.53',
    other: null,
    net: '149888.74',
  },
];

export const page: ListPage<Participant> = {
  pageData: participants,
  totalItemCount: 41,
  totals: [
    { field: 'effective', total: '100' },
    { field: 'gross', total: '49590981.21' },
    { field: 'tax', total: '14862207.93' },
    { field: 'other', total: '-940.45' },
    { field: 'net', total: '27237369.92' },
  ],
};

export const definition = defineList<Participant>({
  title: 'Participants',
  rowKey: 'id',
  defaultSort: { field: 'name', ascending: true },
  columns: [
    { field: 'name', kind: 'text', title: 'Participant' },
    { field: 'status', kind: 'status', title: 'Status' },
    { field: 'hired', kind: 'date', title: 'Hired', hidden: true },
    { field: 'effective', kind: 'percent', title: 'Effective %' },
    { field: 'gross', kind: 'money', title: 'Gross' },
    { field: 'tax', kind: 'money', title: 'Tax' },
    { field: 'other', kind: 'money', title: 'Other adjustment' },
    { field: 'net', kind: 'money', title: 'Net' },
  ],
  tabs: [
    { id: 'all', title: 'All', count: 41 },
    { id: 'employees', title: 'Employees', count: 30 },
    { id: 'trusts', title: 'Trusts' },
    { id: 'entities', title: 'Entities' },
  ],
  filters: [
    {
      id: 'type',
      title: 'Type',
      multiple: true,
      options: [
        { value: 'EMP', label: 'Employee' },
        { value: 'TRUST', label: 'Trust' },
        { value: 'ENT', label: 'Entity' },
      ],
    },
    { id: 'terminated', title: 'Terminated', allLabel: 'Shown', options: [{ value: 'no', label: 'Hidden' }] },
  ],
  cells: {
    name: (row) => (
      <>
        {row.name}
        <Tag>{row.role}</Tag>
      </>
    ),
  },
});

/** Returns the cells of a table with a text. */
export const cellsOf = (frame: HTMLElement, text: string) =>
  [...frame.querySelectorAll<HTMLElement>('tbody td')].filter((cell) => cell.textContent === text);
/** Returns true if a cell lies within its table and shows all of its text. */
export const isFullyVisible = (frame: HTMLElement, cell: HTMLElement | undefined) => {
  const [outer, inner] = [frame.getBoundingClientRect(), cell?.getBoundingClientRect()];
  return (
    inner !== undefined &&
    cell !== undefined &&
    inner.right <= outer.right + 1 &&
    inner.left >= outer.left - 1 &&
    cell.scrollWidth <= cell.clientWidth
  );
};
