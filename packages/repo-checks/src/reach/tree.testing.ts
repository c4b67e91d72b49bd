import { readModule } from './module.ts'
import { Tree } from './tree.ts'

/** A small tree of sources, as paths and their text. */
export function plant(files: Readonly<Record<string, string>>): Tree {
  const modules = Object.entries(files).map(([file, text]) => readModule(file, text))
  return new Tree(modules, {
    files: new Map([
      ['@countersign/service-kit/transaction', 'packages/service-kit/src/database/transaction.ts'],
    ]),
    published: new Set(['packages/approval-ui/src/index.ts']),
  })
}

/** A service in small: a route, a use-case with a transaction, its SQL, and what it is given. */
export const sample = {
  'services/bpm/src/deps.ts': `
    import type { Writer } from './runtime/writer.ts'
    export interface Deps { readonly db: Database; readonly writer: Writer }`,
  'services/bpm/src/runtime/writer.ts': `
    import { insertLog } from './log-queries.ts'
    export interface Writer { write(): Promise<void> }
    /**
     * Writes.
     *
     * @retries the batch one by one, when
     *   one of it fails
     */
    export function createWriter(db): Writer { return { write: () => insertLog(db) } }`,
  'services/bpm/src/runtime/log-queries.ts': `
    import { sql } from 'kysely'
    export const insertLog = (db) => sql\`insert into instance_actions values (1)\`.execute(db)`,
  'services/bpm/src/core/task.ts': `
    import { inner } from './inner.ts'
    export const decide = () => inner`,
  'services/bpm/src/core/inner.ts': 'export const inner = 1',
  'services/bpm/src/features/tasks/queries.ts': `
    export const lockTask = (db) => db.selectFrom('tasks as t').forUpdate().execute()
    export const listTasks = (db) => db.selectFrom(['tasks', 'calendars']).execute()`,
  'services/bpm/src/features/tasks/act.ts': `
    import { inTransaction } from '@countersign/service-kit/transaction'
    import type { View } from './schema.ts'
    import { decide } from '../../core/task.ts'
    import { lockTask } from './queries.ts'
    export async function act({ db, writer }: Deps): Promise<View> {
      await inTransaction(db, (tx) => lockTask(tx))
      return writer.write(decide())
    }`,
  'services/bpm/src/features/tasks/schema.ts': 'export interface View {}',
  'services/bpm/src/features/tasks/routes.ts': `
    import { act } from './act.ts'
    const path = '/api/bpm/v1/tasks'
    const writing = { caller: 'user', permission: 'bpm:task:write' } as const
    export function addTasks(app, deps) {
      app.post(\`\${path}/:taskNo/approve\`, { config: writing, schema: {} }, async () => act(deps))
      addOwn(app, deps, { path: '/internal/v1/tasks', read: { caller: 'service', scopes: ['bpm.read'] } })
    }
    function addOwn(app, deps, audience) {
      const { path } = audience
      for (const kind of ['one', 'two'])
        app.route({ method: 'GET', url: \`\${audience.path}/\${kind}\`, config: audience.read, handler: () => 1 })
    }`,
  'packages/service-kit/src/database/transaction.ts':
    'export async function inTransaction(db, work) { return db.transaction().execute(work) }',
} as const
