import { call } from './api.ts'
import { findTask } from './approvals.ts'
import { uploadFile } from './documents.ts'
import { createExpense } from './expenses.ts'
import { makePdf } from './pdf.ts'
import { userNamed } from './platform.ts'
import { tokenOf } from './sign-in.ts'

/** The id of the first thing in a list. */
async function firstOf(path: string, member = 'id'): Promise<string> {
  const { body } = await call('GET', path, { token: await tokenOf('admin') })
  const [first] = body['items'] as unknown as Record<string, string>[]
  return first?.[member] ?? ''
}

const bpm = '/api/bpm/v1'

/** Every page of the console, by who has it. */
export const everyPage: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  manager: async () => {
    const { instanceId } = await createExpense({ title: 'Lamp', amount: 70 })
    const taskNo = await findTask('manager', instanceId)
    return ['/inbox', `/inbox?task=${taskNo}`, '/inbox?box=done', `/tasks/${taskNo}`]
  },
  employee: async () => {
    const { instanceId } = await createExpense({ title: 'Lamp', amount: 70 })
    return ['/started', `/approvals/${instanceId}`, '/start', '/start/expense', '/delegation']
  },
  admin: async () => {
    const { documentId } = await uploadFile(await tokenOf('admin'), 'plan.pdf', makePdf(20_000))
    const tabs = ['versions', 'access', 'shares', 'approval', 'activity']
    return [
      '/dashboard',
      '/approvals',
      '/nowhere',
      '/documents',
      `/documents/${documentId}`,
      ...tabs.map((tab) => `/documents/${documentId}?tab=${tab}`),
      '/processes',
      `/processes/${await firstOf(`${bpm}/definitions`)}`,
      '/decision-tables',
      '/business-types',
      '/incidents',
      '/deliveries',
      `/deliveries/${await firstOf(`${bpm}/deliveries`, 'eventId')}`,
      '/first-steps',
      '/people',
      `/people/${userNamed('manager').id}`,
      '/departments',
      '/roles',
      '/clients',
      `/clients/${await firstOf('/api/iam/v1/clients')}`,
      '/identity-providers',
      '/branding',
      '/sources',
      '/document-rules',
      '/tenants',
      '/keys',
      '/audit',
      '/account',
    ]
  },
}
