import type { AnchorStore } from './anchor-store.ts'
import { createFileAnchors } from './file-anchors.ts'
import type { AnchorSettings } from './settings.ts'

/** @throws when the address is none, or keys of an s3 anchor are missing. */
export async function openAnchors(
  config: Pick<AnchorSettings, 'AUDIT_ANCHOR_ACCESS_KEY' | 'AUDIT_ANCHOR_SECRET_KEY'>,
  address: string,
): Promise<AnchorStore> {
  const { AUDIT_ANCHOR_ACCESS_KEY: accessKey, AUDIT_ANCHOR_SECRET_KEY: secretKey } = config
  if (address.startsWith('file:')) return createFileAnchors(address.slice('file:'.length))
  if (!address.startsWith('s3:')) throw new TypeError(`an anchor is file:… or s3:…, not ${address}`)
  if (accessKey === undefined || secretKey === undefined)
    throw new TypeError('AUDIT_ANCHOR_ACCESS_KEY and AUDIT_ANCHOR_SECRET_KEY are needed')
  const { createS3Anchors } = await import('./s3-anchors.ts')
  return createS3Anchors(new URL(address.slice('s3:'.length)), { accessKey, secretKey })
}
