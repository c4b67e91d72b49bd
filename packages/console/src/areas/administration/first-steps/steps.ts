import { bpm, iam, unwrap } from '../../../api/clients.ts'
import { may, type Me } from '../../../me/me.ts'

/** One of the things that an organisation needs before it can decide anything. */
export interface Step {
  readonly id: 'people' | 'roles' | 'clients' | 'types' | 'processes' | 'approvals'
  /** Where it is done. */
  readonly to: string
  /** Without it nobody can say whether it is done. */
  readonly permission: string
  readonly isDone: () => Promise<boolean>
}

/** Whether there are so many, without reading the rest. */
const has = async (most: number, page: Promise<{ readonly items: readonly unknown[] }>) =>
  (await page).items.length >= most

/** The type of approvals of documents, which dms declares of itself. */
const ownType = 'dms.document'

/** In the order in which they need each other. Who made the organisation is its first person, with its first role. */
const steps: readonly Step[] = [
  {
    id: 'roles',
    to: '/roles',
    permission: 'iam:role:read',
    isDone: () => has(2, unwrap(iam.GET('/api/iam/v1/roles', { params: { query: { limit: 2 } } }))),
  },
  {
    id: 'people',
    to: '/people',
    permission: 'iam:user:read',
    isDone: () => has(2, unwrap(iam.GET('/api/iam/v1/users', { params: { query: { limit: 2 } } }))),
  },
  {
    id: 'clients',
    to: '/clients',
    permission: 'iam:client:read',
    isDone: () =>
      has(1, unwrap(iam.GET('/api/iam/v1/clients', { params: { query: { limit: 1 } } }))),
  },
  {
    id: 'types',
    to: '/business-types',
    permission: 'bpm:origin:read',
    isDone: async () => {
      const query = { limit: 2 }
      const { items } = await unwrap(bpm.GET('/api/bpm/v1/biz-types', { params: { query } }))
      return items.some(({ code }) => code !== ownType)
    },
  },
  {
    id: 'processes',
    to: '/processes',
    permission: 'bpm:definition:read',
    isDone: () => {
      const query = { limit: 1, status: 'PUBLISHED' as const }
      return has(1, unwrap(bpm.GET('/api/bpm/v1/definitions', { params: { query } })))
    },
  },
  {
    id: 'approvals',
    to: '/start',
    permission: 'bpm:instance:read',
    isDone: () => {
      const query = { limit: 1, box: 'all' as const }
      return has(1, unwrap(bpm.GET('/api/bpm/v1/process-instances', { params: { query } })))
    },
  },
]

export const stepsFor = (me: Me): readonly Step[] =>
  steps.filter(({ permission }) => may(me, permission))
