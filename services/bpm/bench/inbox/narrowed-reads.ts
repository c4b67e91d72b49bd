// The lists of the console with each filter that it offers, in the fullest boxes and a page as it asks for.
import type { Database } from '../../src/db/schema.ts'
import { findInstances } from '../../src/features/instances/reading/find-instances.ts'
import type { InstanceFilter } from '../../src/features/instances/reading/queries.ts'
import {
  searchByDue,
  type InboxFilter,
  type searchInbox,
} from '../../src/features/tasks/reading/search-inbox.ts'
import { ELSEWHERE, TENANT_ID, userId } from './rows.ts'

export type Read = (index: number) => Promise<unknown>
export type Page = (
  filter: Omit<InboxFilter, 'limit'> & { readonly limit?: number },
) => ReturnType<typeof searchInbox>

const CONSOLE_PAGE = 101

/** What people type: a number, a name, a word that many titles have, two words, a slip of the finger. */
const texts = (index: number): readonly [name: string, q: string][] => [
  ['a number of a business object', `E-${1 + ((index * 7919) % 100_000)}`],
  ['a task number', `t-${20 * (1 + ((index * 7919) % 10_000))}`],
  ['a number in the title', `${1 + ((index * 7919) % 100_000)}`],
  ['a name', ['kobami', 'solzuwang', 'hadkogon', 'batarren', '李mi'][index % 5] ?? ''],
  ['a word that many have', ['lisbon', 'trip', '出差', 'contract'][index % 4] ?? ''],
  ['a word that some have', ['nordwind', 'springfield', '杭州', 'training'][index % 4] ?? ''],
  [
    'two words',
    ['Training in Nordwind', '采购申请 杭州', 'Contract with Oslo, ko'][index % 3] ?? '',
  ],
  ['a word that thousands have, not this person', ELSEWHERE.sometimes],
  ['a word that one title in ten has, not this person', ELSEWHERE.often],
  ['what nothing has', ['lisbom', '报销单', 'zzz'][index % 3] ?? ''],
]

const any = (index: number) => texts(index)[index % texts(0).length]?.[1] ?? ''

export function readsNarrowed(db: Database, page: Page, full: string): [string, Read][] {
  const done = (filter: Partial<InboxFilter>) =>
    page({ userId: full, box: 'done', limit: CONSOLE_PAGE, ...filter })
  const started = (filter: Partial<InstanceFilter>) =>
    findInstances(db, TENANT_ID, {
      box: 'initiated',
      userId: full,
      limit: CONSOLE_PAGE,
      now: new Date(),
      ...filter,
    })
  const searches = texts(0).map(([name], at): [string, Read] => [
    `done, the fullest box: ${name}`,
    (index) => done({ q: texts(index)[at]?.[1] ?? '' }),
  ])
  return [
    ...searches,
    ...readsOfBoxes(db, done, full),
    ['done, the fullest box: any of these', (index) => done({ q: any(index) })],
    ['done, the fullest box: next page of a name', nextPageOf(done, 'kobami')],
    ['done, the fullest box: a type that some have', () => done({ bizType: 'contract' })],
    ['done, the fullest box: a type that few have', () => done({ bizType: 'audit' })],
    ['done, the fullest box: an initiator', (index) => done({ initiator: userId(index % 100) })],
    ['to do, the fullest box: overdue', () => done({ box: 'todo', dueBefore: new Date() })],
    ['started: any of these', (index) => started({ q: any(index) })],
    ['started: a type that few have', () => started({ bizType: 'audit' })],
    ['started: a state that none has', () => started({ status: 'REJECTED' })],
    ['all: any of these', (index) => started({ box: 'all', q: any(index) })],
    [
      'all: a state that all have, any of these',
      (index) => started({ box: 'all', status: 'RUNNING', q: any(index) }),
    ],
  ]
}

/** The boxes in the orders that the console asks for. */
function readsOfBoxes(
  db: Database,
  read: (filter: Partial<InboxFilter>) => ReturnType<Page>,
  full: string,
): [string, Read][] {
  const byDue = (filter: Partial<InboxFilter>) =>
    searchByDue(db, TENANT_ID, { userId: full, box: 'todo', limit: CONSOLE_PAGE, ...filter })
  return [
    ['to do, the fullest box: by when it is due', () => byDue({})],
    [
      'to do, the fullest box: by when it is due, any of these',
      (index) => byDue({ q: any(index) }),
    ],
    ['to do, the fullest box: oldest first', () => read({ box: 'todo', isOldestFirst: true })],
    ['waiting, the fullest box', () => read({ box: 'waiting' })],
    ['waiting, the fullest box: any of these', (index) => read({ box: 'waiting', q: any(index) })],
    ['copies, the fullest box', () => read({ box: 'cc' })],
    ['copies, the fullest box: any of these', (index) => read({ box: 'cc', q: any(index) })],
    [
      'done, the fullest box: a type that some have, any of these',
      (index) => read({ bizType: 'contract', q: any(index) }),
    ],
  ]
}

function nextPageOf(done: (filter: Partial<InboxFilter>) => ReturnType<Page>, q: string): Read {
  const first = done({ q })
  return async () => {
    const last = (await first).at(-1)
    const after = last === undefined ? {} : { after: { at: last.boxAt, taskId: last.id } }
    return done({ q, ...after })
  }
}
