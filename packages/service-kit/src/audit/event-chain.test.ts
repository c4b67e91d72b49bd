import { describe, expect, it } from 'vitest'
import { type ChainedRecord, chainStart, findChainFaults, hashRecord } from './event-chain.ts'

describe('audit chain', () => {
  const makeChain = (count: number): ChainedRecord[] => {
    const records: ChainedRecord[] = []
    for (let sequence = 1; sequence <= count; sequence++) {
      const previousHash = records.at(-1)?.hash ?? chainStart
      const record = {
        tenantId: 't',
        sequence,
        occurredAt: '2026-03-02T09:00:00.000Z',
        actorKind: 'user',
        actorId: 'u',
        action: 'document.read',
        documentId: null,
        versionId: null,
        detail: { b: sequence, a: ['x', null] },
      }
      records.push({ ...record, previousHash, hash: hashRecord(previousHash, record) })
    }
    return records
  }
  const start = { sequence: 0, hash: chainStart }

  it('[DMS-15] holds whole, and whatever the order of members', () => {
    const chain = makeChain(5)
    expect(findChainFaults(start, chain)).toEqual([])
    const reordered = chain.map((record) => ({
      ...record,
      detail: { a: ['x', null], b: record.sequence },
    }))
    expect(findChainFaults(start, reordered)).toEqual([])
  })

  it('[DMS-15] shows a change, a gap and a forged link', () => {
    const chain = makeChain(5)
    const changed = chain.map((r) => (r.sequence === 3 ? { ...r, actorId: 'somebody else' } : r))
    expect(findChainFaults(start, changed)).toEqual([{ sequence: 3, reason: 'changed' }])
    const cut = chain.filter((r) => r.sequence !== 3)
    expect(findChainFaults(start, cut)).toEqual([{ sequence: 3, until: 3, reason: 'gap' }])
    const relinked = changed.map((r) =>
      r.sequence === 3 ? { ...r, hash: hashRecord(r.previousHash, r) } : r,
    )
    expect(findChainFaults(start, relinked)).toEqual([{ sequence: 4, reason: 'broken_link' }])
  })
})
