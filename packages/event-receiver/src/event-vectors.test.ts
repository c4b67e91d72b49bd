import { createPublicKey, randomUUID, type JsonWebKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { useDatabase } from '@countersign/test-kit/database'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EventAhead, EventRefused } from './answer.ts'
import { applyEvent } from './apply-event.ts'
import { pgStore } from './pg.ts'
import { isSignedBy, readSignedMessage } from './signature.ts'
import { receiverTables } from './tables.ts'

// The same events are given to the examples in other languages (examples/go, java, python).

interface Vectors {
  readonly version: number
  readonly nowSeconds: number
  readonly toleranceSeconds: number
  readonly keys: readonly JsonWebKey[]
  readonly signatures: readonly (Readonly<Record<'name' | 'body' | 'result', string>> &
    Readonly<Record<string, string>>)[]
  readonly sequences: readonly {
    readonly name: string
    readonly deliveries: readonly Delivery[]
    readonly applied: readonly number[]
  }[]
}

interface Delivery {
  readonly sequence: number
  readonly eventId: string
  readonly status: number
  readonly expected?: number
}

const file = new URL('../../contracts/events.vectors.json', import.meta.url)
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors
const { nowSeconds, toleranceSeconds, signatures, sequences } = vectors
const keys = vectors.keys.map((key) => createPublicKey({ key, format: 'jwk' }))
const now = new Date(nowSeconds * 1000)

function isBelieved(vector: Vectors['signatures'][number]): boolean {
  try {
    const body = Buffer.from(vector.body)
    return isSignedBy(readSignedMessage(vector, body, now, toleranceSeconds), keys)
  } catch (error) {
    if (error instanceof EventRefused && error.status === 401) return false
    throw error
  }
}

describe('the test vectors of events', () => {
  it('have what is good and what is refused', () => {
    const good = signatures.filter(({ result }) => result === 'good')
    expect([vectors.version, good.length, signatures.length]).toEqual([1, 5, 17])
  })

  it.each(signatures)('$name: $result', (vector) => {
    expect(isBelieved(vector) ? 'good' : 'refused').toBe(vector.result)
  })

  it.each(sequences)('deliveries: $name', async ({ deliveries, applied }) => {
    const { url } = await useDatabase()
    const pool = new pg.Pool({ connectionString: url })
    onTestFinished(() => pool.end())
    await pool.query(receiverTables)
    const place = { tenantId: randomUUID(), instanceId: randomUUID(), type: 'instance.started' }
    const changes: number[] = []
    for (const { sequence, eventId, ...wanted } of deliveries) {
      const change = async () => void changes.push(sequence)
      const answered = await applyEvent(
        pgStore(pool),
        { ...place, sequence, eventId },
        change,
      ).then(() => ({ status: 200 }), toStatus)
      expect(answered).toEqual(wanted)
    }
    expect(changes).toEqual(applied)
  })
})

function toStatus(error: unknown): { status: number; expected?: number } {
  if (error instanceof EventAhead) return { status: 409, expected: error.expected }
  if (error instanceof EventRefused) return { status: error.status }
  throw error
}
