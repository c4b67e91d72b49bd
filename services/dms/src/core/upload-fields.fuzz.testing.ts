import assert from 'node:assert/strict'
import {
  parseBoolean,
  parseByteCount,
  parseChecksum,
  parseDigest,
  parseMetadata,
} from './upload-fields.ts'

export const reads = 'Upload-Metadata, Upload-Checksum, Content-Digest'
export const seeds = [
  'filename d29ybGQ=,is_confidential',
  `sha256 ${Buffer.alloc(32, 1).toString('base64')}`,
  `sha-512=:AA==:, sha-256=:${Buffer.alloc(32, 1).toString('base64')}:`,
  '?1',
  '1024',
]

/** Nothing is thrown; what was read is the same when it was written and read again. */
export function check(bytes: Buffer): void {
  const text = bytes.toString('latin1')
  const metadata = parseMetadata(text)
  if (metadata !== undefined) {
    const written = [...metadata].map(
      ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
    )
    assert.deepEqual(parseMetadata(written.join(',')), metadata)
  }
  const checksum = parseChecksum(text)
  if (checksum !== undefined) assert.ok([20, 32, 64].includes(checksum.digest.length))
  const digest = parseDigest(text)
  if (digest) assert.equal(digest.length, 32)
  const count = parseByteCount(text)
  assert.ok(count === undefined || (Number.isSafeInteger(count) && count >= 0))
  parseBoolean(text)
}
