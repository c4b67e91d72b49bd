import type { Sealer } from '@countersign/service-kit/sealing'
import type { KeyRow } from './queries.ts'

/** Ties a sealed key to its row. */
export const keyContext = (kid: string) => `signing-key:${kid}`

/** KEY_ENCRYPTION_KEY is not the one under which the keys of this database rest. */
export class ForeignSealError extends Error {
  constructor(kid: string) {
    super(`${kid} does not open with KEY_ENCRYPTION_KEY`)
    this.name = 'ForeignSealError'
  }
}

export const sealKey = (sealer: Sealer, kid: string, der: Buffer): string =>
  sealer.seal(der, keyContext(kid))

/**
 * The private key as PKCS #8 in DER.
 *
 * @throws {@link ForeignSealError}
 */
export function openKey(
  sealer: Sealer,
  { kid, sealedPrivateKey }: Pick<KeyRow, 'kid' | 'sealedPrivateKey'>,
): Buffer {
  if (sealedPrivateKey === null) throw new Error(`the private half of ${kid} is destroyed`)
  try {
    return sealer.open(sealedPrivateKey, keyContext(kid))
  } catch {
    throw new ForeignSealError(kid)
  }
}
