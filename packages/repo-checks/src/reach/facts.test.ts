import { expect, it } from 'vitest'
import { factsOf } from './facts.ts'
import { plant } from './tree.testing.ts'

const tree = plant({
  'services/bpm/src/refuse.ts': `
    import { problems } from './problems.ts'
    export const refuse = (refusal) => { throw problems[refusal]() }`,
  'services/bpm/src/act.ts': `
    import { refuse } from './refuse.ts'
    export function act(request, reply) {
      const revision = request.headers['if-match']
      if (revision === '0') throw new InsufficientScope('bpm:task:write')
      if (revision === '1') refuse('task_not_open')
      return reply.header('etag', revision)
    }
    export const forget = () => { throw problems.not_returned({ headers: { 'retry-after': '1' } }) }`,
  'services/bpm/src/late.ts': `
    import { problems } from './problems.ts'
    const stand = () => ({ 'upload-offset': '1' })
    export function late(request) {
      if (fieldOf(request, 'tus-resumable') === undefined) throw problems.biz_type_unknown()
      return stand()
    }`,
  'services/bpm/src/routes.ts': `
    import { act, forget } from './act.ts'
    import { problems } from './problems.ts'
    export function addTasks(app) {
      app.post('/tasks/:taskNo', { config: { caller: 'user' } }, async (request, reply) => {
        if (request.params.taskNo === '') throw problems.not_found()
        return act(request, reply)
      })
      app.put('/tasks/:taskNo', { config: { caller: 'user' } }, async (request, reply) => {
        const { late } = await import('./late.ts')
        return reply.headers({ ...late(request) })
      })
      for (const [verb, run] of [['forget', forget]]) {
        app.delete('/tasks/:taskNo', { config: { caller: 'user' } }, async () => run())
      }
    }`,
})
const codes = ['bpm.task_not_open', 'bpm.not_found', 'bpm.not_returned', 'bpm.biz_type_unknown']
const find = (operation: string) => {
  const facts = factsOf(tree, 'bpm', [operation], codes).get(operation)
  return [facts?.codes, facts?.reads, facts?.sends].map((names) => [...(names ?? [])].toSorted())
}

it('finds the codes, and the headers it reads and sends, of what a handler can enter', () => {
  expect(find('POST /tasks/{taskNo}')).toEqual([
    ['auth.insufficient_scope', 'bpm.not_found', 'bpm.task_not_open'],
    ['if-match'],
    ['etag'],
  ])
})

it('enters what a loop registers', () => {
  expect(find('DELETE /tasks/{taskNo}')).toEqual([['bpm.not_returned'], [], ['retry-after']])
})

it('enters what a handler loads late, and knows fields that functions are asked for or give', () => {
  expect(find('PUT /tasks/{taskNo}')).toEqual([
    ['bpm.biz_type_unknown'],
    ['tus-resumable'],
    ['upload-offset'],
  ])
})

it('refuses an operation that no source registers', () => {
  expect(() => find('GET /gone')).toThrow('no source registers GET /gone')
})
