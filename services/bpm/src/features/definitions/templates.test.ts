import { PROCESS_TEMPLATES, toTree, type ProcessTemplate } from '@countersign/contracts'
import { describe, expect, it } from 'vitest'
import {
  allowedOrigin,
  createTenant,
  useService,
  type Client,
} from '../../testing/service.testing.ts'

const service = useService()
const path = '/api/bpm/v1/definitions'
const bizType = 'anything'
const names = ['amount', 'days', 'discount'] as const

/** An organisation that has every role and value which a template speaks of. */
async function createOffice() {
  const tenant = await createTenant(service())
  const head = tenant.add('head')
  const lead = tenant.add('lead', { managerId: head.id })
  const asks = tenant.add('asks', { managerId: lead.id })
  const roles = ['finance', 'hr', 'legal', 'management', 'purchasing', 'it', 'office', 'sales']
  for (const role of roles) {
    tenant.add(`${role}1`, { roles: [role] })
    tenant.add(`${role}2`, { roles: [role] })
  }
  const registered = await tenant.application.post('/internal/v1/bpm/biz-types', {
    code: bizType,
    version: '1',
    name: 'Anything',
    variables: names.map((name) => ({ name, type: 'number', required: true })),
    detailPath: '/things/{bizId}',
    callback: { origin: allowedOrigin, path: '/internal/bpm-events' },
    initiatePermission: 'expense:start',
  })
  expect(registered).toMatchObject({ status: 201 })
  return { author: tenant.as('manager', ['bpm:definition:write']), asks }
}

const treeOf = (template: ProcessTemplate, language: 'en' | 'zh-CN') =>
  toTree(template, {
    language,
    roleRef: ({ id }) => id,
    isAbove: ({ aliases: [name = ''] }, than) => `${name} > ${than}.0`,
  })

type Path = {
  readonly steps: readonly { readonly people: readonly unknown[] }[]
  readonly openQuestion: string | null
}

const dryRun = (author: Client, tree: unknown, initiatorId: string, value: number) =>
  author.post<Path>(`${path}/dry-run`, {
    bizType,
    tree,
    initiatorId,
    variables: Object.fromEntries(names.map((name) => [name, value])),
  })

describe.each(PROCESS_TEMPLATES)('the template of $id', (template) => {
  it.each(['en', 'zh-CN'] as const)(
    '[BPM-03] can be published as it is and asks somebody at every step, in %s',
    async (language) => {
      const { author, asks } = await createOffice()
      const tree = treeOf(template, language)
      const checked = await author.post(`${path}/validate`, { bizType, key: template.id, tree })
      expect(checked.body).toMatchObject({ problems: [], warnings: [] })
      const small = await dryRun(author, tree, asks.id, 1)
      const large = await dryRun(author, tree, asks.id, 1_000_000)
      for (const { status, body } of [small, large]) {
        expect([status, body.openQuestion]).toEqual([200, null])
        expect(body.steps.length).toBeGreaterThan(0)
        expect(body.steps.filter(({ people }) => people.length === 0)).toEqual([])
      }
      const asksMore = template.steps.some(({ type }) => type === 'above')
      expect(large.body.steps.length > small.body.steps.length).toBe(asksMore)
    },
  )

  it('[BPM-03] leaves unsaid what an organisation does not have, and can be kept as a draft', async () => {
    const { author } = await createOffice()
    const none = () => undefined
    const tree = toTree(template, { language: 'en', roleRef: none, isAbove: none })
    const body = { bizType, key: template.id, name: template.name.en, tree }
    expect(await author.post(path, body)).toMatchObject({ status: 201 })
    const found = await author.post<{ problems: { code: string }[] }>(`${path}/validate`, body)
    const codes = new Set(found.body.problems.map(({ code }) => code))
    expect(
      [...codes].filter((code) => code !== 'candidates_missing' && code !== 'condition_missing'),
    ).toEqual([])
    expect(codes.size).toBeGreaterThan(0)
  })
})
