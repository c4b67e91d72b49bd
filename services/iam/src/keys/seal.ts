import { ForeignSealError, type Sealer } from '@countersign/service-kit/sealing'
import type { KeyRow } from './queries.ts'

/** Ties a sealed key to its row. */
export const keyContext = (kid: string) => `signing-key:${kid}`

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
    throw new ForeignSealError(`${kid} does not open with KEY_ENCRYPTION_KEY`)
  }
}
