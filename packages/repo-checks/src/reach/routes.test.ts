import { expect, it } from 'vitest'
import { findRoutes, routeOf } from './routes.ts'
import { plant, sample } from './tree.testing.ts'

const routes = findRoutes(plant(sample), 'services/bpm')
const approve = routeOf(routes, 'post', '/api/bpm/v1/tasks/{taskNo}/approve')
const enteredFiles = [...new Set(approve?.entered.map(({ module }) => module.file))]

it('finds the route that answers an address, and who may call it', () => {
  expect(approve).toMatchObject({
    file: 'services/bpm/src/features/tasks/routes.ts',
    caller: { kind: 'user', permission: 'bpm:task:write', scopes: [] },
  })
})

it('finds a route that a function registers below an address it is given', () => {
  expect(routeOf(routes, 'get', '/internal/v1/tasks/two')?.caller).toEqual({
    kind: 'service',
    permission: undefined,
    scopes: ['bpm.read'],
  })
})

it('knows no route for an address that nothing registers', () => {
  expect(routeOf(routes, 'post', '/api/bpm/v1/tasks/{taskNo}/reject')).toBeUndefined()
})

it('enters what a handler calls, what it is given, and no file that it names as a type', () => {
  expect(enteredFiles.toSorted()).toEqual([
    'packages/service-kit/src/database/transaction.ts',
    'services/bpm/src/core/inner.ts',
    'services/bpm/src/core/task.ts',
    'services/bpm/src/features/tasks/act.ts',
    'services/bpm/src/features/tasks/queries.ts',
    'services/bpm/src/features/tasks/routes.ts',
    'services/bpm/src/runtime/log-queries.ts',
    'services/bpm/src/runtime/writer.ts',
  ])
})

it('enters the functions that are called, not their neighbours in the same file', () => {
  const names = approve?.entered.map(({ declaration }) => declaration.name)
  expect(names).toContain('lockTask')
  expect(names).not.toContain('listTasks')
})

it('reads what is retried from the comment above', () => {
  const retries = approve?.entered.flatMap(({ declaration }) => declaration.retries ?? [])
  expect(retries).toEqual(['the batch one by one, when one of it fails'])
})
