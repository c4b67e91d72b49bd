import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommandFault } from '@countersign/service-kit/command-line'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bpmn, flows, user } from '../core/testing.ts'
import { flowLongExpense, warmFlowLeave } from '../core/definition/import/samples.testing.ts'
import { expenseProcess } from '../testing/processes.ts'
import { createTenant, useService } from '../testing/service.testing.ts'
import { importFile } from './import.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'))
})
afterAll(() => rm(folder, { recursive: true }))

const drawn = bpmn(user('a') + '<userTask id="b"/>' + flows('a -> b')).replace(
  ' isExecutable="true"',
  '',
)

async function run(xml: string, ...args: readonly string[]) {
  const file = join(folder, 'model.bpmn')
  await writeFile(file, xml)
  const lines: string[] = []
  const open = () => {
    throw new Error('a document alone needs no settings')
  }
  const isWhole = await importFile([file, ...args], { open, print: (text) => lines.push(text) })
  return { isWhole, lines }
}

describe('bpm import', () => {
  it('tells all problems of a file, each with what can be done', async () => {
    const { isWhole, lines } = await run(drawn)
    expect(isWhole).toBe(false)
    expect(lines).toContain(
      '  repair make_executable:approval: make Approval the process that is run',
    )
    expect(lines).toContain('  choice name_people:b:initiator: ask whoever starts')
    expect(lines.at(-1)).toBe('5 problems left')
  })

  it('repairs what is safe and what is named, into another file', async () => {
    const out = join(folder, 'mended.bpmn')
    const safe = await run(drawn, '--repair', '--out', out, '--json')
    expect(safe.isWhole).toBe(false)
    expect((await run(drawn, '--repair')).lines.at(-1)).toBe('1 problem left')
    const report: unknown = JSON.parse(safe.lines.join('\n'))
    expect(report).toMatchObject({ problems: [{ element: 'b', code: 'candidates_missing' }] })
    const mended = await readFile(out, 'utf8')
    const whole = await run(mended, '--apply', 'name_people:b:initiator')
    expect(whole).toMatchObject({ isWhole: true })
    expect(whole.lines).toEqual(['repaired: ask whoever starts', 'it can be published'])
    expect(await readFile(join(folder, 'model.bpmn'), 'utf8')).toBe(mended)
  })

  it('leaves values and people alone that only a tenant knows', async () => {
    const task = `<startEvent id="s"/><userTask id="a"><extensionElements><approval:candidates><approval:candidate kind="variable" name="boss"/></approval:candidates></extensionElements></userTask><endEvent id="e"/>`
    expect(await run(bpmn(task + flows('s -> a -> e')))).toMatchObject({ isWhole: true })
  })

  it.each([
    [['--tenant', 'x'], '--biz-type'],
    [['--by', 'x'], '--key'],
    [['--repair', '--apply', 'make_executable:approval'], '--apply'],
    [['--other'], 'other'],
  ])('is refused where it is called wrongly: %s', async (args, named) => {
    await expect(run(drawn, ...args)).rejects.toThrow(CommandFault)
    await expect(run(drawn, ...args)).rejects.toThrow(named)
  })
})

describe('bpm import for a tenant', () => {
  const service = useService()
  const path = '/api/bpm/v1/definitions'

  async function start() {
    const tenant = await createTenant(service())
    const file = join(folder, `${tenant.id}.bpmn`)
    await writeFile(file, expenseProcess)
    const by = tenant.person('manager').id
    const importAs = async (more: Readonly<Record<string, string>> = {}) => {
      const words = {
        tenant: tenant.id,
        'biz-type': 'expense',
        by,
        key: 'expense-approval',
        name: 'Imported',
        ...more,
      }
      const args = Object.entries(words).flatMap(([name, value]) => [`--${name}`, value])
      const lines: string[] = []
      const print = (text: string) => lines.push(text)
      const { deps } = service()
      await importFile([file, ...args, '--json'], { open: () => deps, print })
      return JSON.parse(lines.join('\n')) as { readonly definitionId: string }
    }
    const author = tenant.as('manager', ['bpm:definition:write', 'bpm:definition:read'])
    return { tenant, importAs, author, by }
  }

  it('saves a draft of whoever is named, which the interface shows', async () => {
    const { importAs, author, by } = await start()
    const { definitionId } = await importAs()
    const { body } = await author.get(`${path}/${definitionId}`)
    expect(body).toMatchObject({
      status: 'DRAFT',
      version: 1,
      name: 'Imported',
      createdBy: by,
    })
    const exported = await author.get<string>(`${path}/${definitionId}/xml`)
    expect(exported.body).toBe(expenseProcess)
  })

  it.each([
    ['BPMN', expenseProcess, 'Expense approval'],
    ['FlowLong', JSON.stringify(flowLongExpense), '费用报销'],
  ])('calls the draft as the file of %s does where no name is given', async (_, source, name) => {
    const { tenant, author, by } = await start()
    const file = join(folder, `${tenant.id}-unnamed`)
    await writeFile(file, source)
    const words = { tenant: tenant.id, 'biz-type': 'expense', by, key: 'unnamed' }
    const args = Object.entries(words).flatMap(([option, value]) => [`--${option}`, value])
    const lines: string[] = []
    const { deps } = service()
    const print = (text: string) => lines.push(text)
    await importFile([file, ...args, '--json'], { open: () => deps, print })
    const { definitionId } = JSON.parse(lines.join('\n')) as { readonly definitionId: string }
    const { body } = await author.get<{ readonly name: string }>(`${path}/${definitionId}`)
    expect(body.name).toBe(name)
  })

  it('saves the same once, whether it runs twice or at once', async () => {
    const { importAs } = await start()
    const runs = await Promise.all([importAs(), importAs(), importAs()])
    expect(new Set([...runs, await importAs()].map(({ definitionId }) => definitionId)).size).toBe(
      1,
    )
    expect((await importAs({ name: 'Other' })).definitionId).not.toBe(runs[0]?.definitionId)
  })

  it.each([
    [{ key: '9 lives' }, '--key'],
    [{ by: 'manager' }, '--by'],
    [{ name: '' }, '--name'],
  ])('refuses what the interface would not take: %j', async (wrong, named) => {
    const { importAs } = await start()
    await expect(importAs(wrong)).rejects.toThrow(CommandFault)
    await expect(importAs(wrong)).rejects.toThrow(named)
  })

  it('takes models of FlowLong and Warm-Flow, seen by what is in them', async () => {
    const { lines } = await run(JSON.stringify(flowLongExpense))
    expect(lines[0]).toBe('read as a model of FlowLong')
    expect(lines).toContain('mapped boss examineLevel="1"')
    const out = join(folder, 'leave.bpmn')
    const leave = await run(JSON.stringify(warmFlowLeave), '--key', 'absence', '--out', out)
    expect(leave).toMatchObject({ isWhole: true })
    expect(leave.lines[0]).toBe('read as a model of Warm-Flow')
    expect(await readFile(out, 'utf8')).toContain('<bpmn:process id="absence"')
    await expect(run('{"a":1}')).rejects.toThrow(CommandFault)
  })
})
