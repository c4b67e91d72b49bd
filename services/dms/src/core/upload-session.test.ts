import { describe, expect, it } from 'vitest'
import {
  decideOpenness,
  decideReadiness,
  explainContentRefusal,
  isKeyFree,
  type UploadSession,
} from './upload-session.ts'

const now = new Date('2026-01-01T12:00:00Z')
const session: UploadSession = {
  status: 'RECEIVING',
  sizeBytes: 100,
  receivedBytes: 40,
  sealedAt: null,
  byParts: false,
  failureCode: null,
  expiresAt: new Date(now.getTime() + 1),
}

describe('an upload session', () => {
  it.each([
    ['INITIATED', 'open'],
    ['RECEIVED', 'open'],
    ['COMPLETED', 'over'],
    ['ABORTED', 'over'],
    ['FAILED', 'over'],
    ['EXPIRED', 'expired'],
  ] as const)('that is %s is %s', (status, kind) => {
    expect(decideOpenness({ ...session, status }, now).kind).toBe(kind)
  })

  it.each([
    ['RECEIVING', false],
    ['COMPLETED', false],
    ['ABORTED', true],
    ['FAILED', true],
    ['EXPIRED', true],
  ] as const)('that is %s has let its key go: %s', (status, isFree) => {
    expect(isKeyFree({ ...session, status }, now)).toBe(isFree)
    expect(isKeyFree({ ...session, status, expiresAt: now }, now)).toBe(true)
  })

  it('is over in the moment it was said to end', () => {
    expect(decideOpenness({ ...session, expiresAt: now }, now)).toEqual({ kind: 'expired' })
  })

  it.each([
    [{}, { offset: 41 }, { kind: 'wrong_offset', receivedBytes: 40 }],
    [{}, { offset: 40, lengthBytes: 61 }, { kind: 'too_large', maxBytes: 100 }],
    [{}, { offset: 40, lengthBytes: 60 }, { kind: 'busy' }],
    [{}, {}, { kind: 'busy' }],
    [{ byParts: true }, {}, { kind: 'out_of_order' }],
    [{ sealedAt: now }, { offset: 41 }, { kind: 'out_of_order' }],
    [{ status: 'COMPLETED' }, {}, { kind: 'over', status: 'COMPLETED' }],
  ] as const)('%j refuses the content %j with %j', (row, content, refusal) => {
    expect(explainContentRefusal({ ...session, ...row }, content, now)).toEqual(refusal)
  })

  it.each([
    [{ status: 'RECEIVED' }, { kind: 'ready' }],
    [{}, { kind: 'incomplete', receivedBytes: 40, sizeBytes: 100 }],
    [{ status: 'INITIATED', receivedBytes: 0 }, { kind: 'nothing_came' }],
    [{ receivedBytes: 0 }, { kind: 'incomplete', receivedBytes: 0, sizeBytes: 100 }],
    [{ status: 'INITIATED' }, { kind: 'incomplete', receivedBytes: 40, sizeBytes: 100 }],
    [
      { status: 'COMPLETED', failureCode: 'type_not_allowed' },
      { kind: 'over', status: 'COMPLETED' },
    ],
    [
      { status: 'FAILED', failureCode: 'checksum_mismatch' },
      { kind: 'refused_before', code: 'checksum_mismatch' },
    ],
    [
      { status: 'FAILED', failureCode: 'type_not_allowed' },
      { kind: 'refused_before', code: 'type_not_allowed' },
    ],
    [
      { status: 'FAILED', failureCode: 'other' },
      { kind: 'over', status: 'FAILED' },
    ],
    [{ status: 'RECEIVED', expiresAt: now }, { kind: 'expired' }],
  ] as const)('%j can be completed: %j', (row, readiness) => {
    expect(decideReadiness({ ...session, ...row }, now)).toEqual(readiness)
  })
})
