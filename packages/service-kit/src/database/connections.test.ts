import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, it, onTestFinished, vi } from 'vitest'
import { createLogger } from '../process/log.ts'
import { createConnections } from './connections.ts'
import { createDatabase } from './db.ts'

it('a server stays in doubt while one of the statements that were sent at once is not answered', () => {
  const connections = createConnections()
  const client = new pg.Client()
  connections.made(client, 'one')
  const [isFirstOver, isSecondOver] = [connections.asked(client), connections.asked(client)]
  isFirstOver()
  expect([...connections.urlsInDoubt(-1)]).toEqual(['one'])
  isSecondOver()
  expect([...connections.urlsInDoubt(-1)]).toEqual([])
})

it('a connection notices that its server is gone while it waits for an answer', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const log = createLogger({ service: 'test', level: 'silent' })
  const url = inject('databaseServerUrl')
  const db = createDatabase({ url, poolSize: 1, applicationName: 'test', log })
  onTestFinished(async () => {
    keepAlive.mockRestore()
    await db.destroy()
  })
  await sql`select 1`.execute(db)
  expect(keepAlive).toHaveBeenCalledWith(true, 5_000)
})
