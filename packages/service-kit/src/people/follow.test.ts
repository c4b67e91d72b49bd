import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createDatabase } from '../database/db.ts'
import type { HttpClient } from '../network/http-client.ts'
import { createLogger } from '../process/log.ts'
import { followErasures } from './follow.ts'

const log = createLogger({ service: 'test', level: 'silent' })

it('goes on behind an erasure that fails, and tells of the failure in the end', async () => {
  const turns = ['one', 'two'].map((pseudonym) => ({
    id: randomUUID(),
    userId: randomUUID(),
    pseudonym,
    phase: 'prepare',
  }))
  const told: string[] = []
  const http = {
    async request({ method, url }: { method: string; url: string }) {
      if (method === 'GET') return { status: 200, json: () => ({ items: turns }) }
      told.push(url)
      return { status: 204 }
    },
  } as unknown as HttpClient
  // Nobody asks it: what is in the way is found by the double below.
  const url = 'postgres://127.0.0.1:1/nowhere'
  const db = createDatabase({ url, poolSize: 1, applicationName: 'test', log })
  const following = followErasures({
    db,
    log,
    service: 'bpm',
    iamUrl: 'http://iam.test',
    http,
    tokens: { get: async () => 'token', invalidate: () => undefined },
    findHeld: async (_: unknown, userId: string) => {
      if (userId === turns[0]?.userId) throw new Error('a trigger refuses')
      return []
    },
    findKept: async () => [],
  } as unknown as Parameters<typeof followErasures>[0])

  await expect(following).rejects.toThrow('a trigger refuses')
  expect(told).toEqual([`http://iam.test/internal/v1/iam/erasures/${turns[1]?.id}/reports`])
  await db.destroy()
})
