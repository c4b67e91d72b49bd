import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { createProofVerifier, type ProofVerifier } from './proof-verifier.ts'

interface Vectors {
  readonly request: {
    readonly method: string
    readonly origin: string
    readonly path: string
    readonly accessToken: string
    readonly ath: string
  }
  readonly nowSeconds: number
  readonly maxAgeSeconds: number
  readonly proofs: readonly {
    readonly name: string
    /** Thumbprint that the token names. */
    readonly jkt: string
    readonly proof: string
    readonly result: 'good' | 'refused'
    readonly reason?: string
  }[]
}

const file = new URL('../../contracts/dpop-proofs.vectors.json', import.meta.url)
const { request, nowSeconds, maxAgeSeconds, proofs } = JSON.parse(
  readFileSync(file, 'utf8'),
) as Vectors
const { method, path, origin, ath } = request

let verifier: ProofVerifier
beforeEach(() => {
  const publicOrigins = [origin]
  const now = () => nowSeconds * 1000
  verifier = createProofVerifier({ publicOrigins, maxProofAgeSeconds: maxAgeSeconds, now })
})
const present = ({ proof, jkt }: Vectors['proofs'][number]) =>
  verifier.verify({ proof, method, path }, { ath, jkt })

describe('the test vectors of DPoP proofs', () => {
  it('are for the token that they say', () => {
    expect(createHash('sha256').update(request.accessToken).digest('base64url')).toBe(ath)
    expect(new Set(proofs.map(({ name }) => name)).size).toBe(proofs.length)
  })

  it.each(proofs.filter(({ result }) => result === 'good'))('are good: $name', async (vector) => {
    expect(await present(vector)).toBe(vector.jkt)
  })

  it.each(proofs.filter(({ reason }) => reason !== undefined && reason !== 'replayed'))(
    'are refused as $reason: $name',
    async (vector) => {
      await expect(present(vector)).rejects.toMatchObject({
        code: 'auth.invalid_dpop_proof',
        reason: vector.reason,
      })
    },
  )

  it('are good once', async () => {
    const again = proofs.filter(({ reason }) => reason === 'replayed')
    expect(again).toHaveLength(1)
    for (const vector of again) {
      expect(await present(vector)).toBe(vector.jkt)
      await expect(present(vector)).rejects.toMatchObject({ reason: 'replayed' })
    }
  })
})
