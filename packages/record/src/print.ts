// A printed record is a PDF that carries the record as an attached file. Its last line is a comment that
// signs every byte before it: a JWS with detached content (RFC 7515 appendix F).
//
// Kept by: packages/record/src/print.test.ts "names the print when a byte of it was altered"
import { sign, verify as verifySignature } from 'node:crypto'
import { decode } from './decode.ts'
import { PRINT_TYPE, RECORD_VERSION, toCanonical } from './form.ts'
import type { RecordKeys } from './keys.ts'
import type { Signer } from './sign.ts'
import type { Fault } from './verify.ts'

const MARK = '\n%countersign-record-print '
const ATTACHED = '/Subtype /application#2Fjose'

/** Signs a PDF as it is: readers of PDF pass over what stands behind its end as a comment. */
export function signPrint(pdf: Buffer, { kid, privateKey }: Signer): Buffer {
  const header = { alg: 'EdDSA', kid, typ: PRINT_TYPE, version: RECORD_VERSION }
  const head = Buffer.from(toCanonical(header)).toString('base64url')
  const signature = sign(null, inputOf(head, pdf), privateKey).toString('base64url')
  return Buffer.concat([pdf, Buffer.from(`${MARK}${head}..${signature}\n`)])
}

const inputOf = (head: string, pdf: Buffer) => Buffer.from(`${head}.${pdf.toString('base64url')}`)

/**
 * Whether a print is as it was made, byte for byte.
 *
 * @returns what is wrong with it; undefined when nothing is.
 */
export function verifyPrint(file: Buffer, keys: RecordKeys): Fault | undefined {
  const at = file.lastIndexOf(MARK)
  const line = at < 0 ? '' : file.toString('latin1', at + MARK.length)
  const [, head, signature] = /^([\w-]+)\.\.([\w-]+)\n$/.exec(line) ?? []
  if (head === undefined || signature === undefined) {
    return { place: 'print', message: 'the signature of the print is missing, or was altered' }
  }
  const { bytes, broken } = decode(signature)
  const key = keys.get(kidOf(head))
  if (key === undefined) {
    return { place: 'print', message: 'the print names a key that is none of the given ones' }
  }
  const isSigned =
    broken.length === 0 && verifySignature(null, inputOf(head, file.subarray(0, at)), key, bytes)
  return isSigned ? undefined : { place: 'print', message: 'the print was altered' }
}

function kidOf(head: string): string {
  try {
    const header: unknown = JSON.parse(Buffer.from(head, 'base64url').toString('utf8'))
    const { kid, typ, alg } = header as Record<string, unknown>
    return typ === PRINT_TYPE && alg === 'EdDSA' && typeof kid === 'string' ? kid : ''
  } catch {
    return ''
  }
}

/** The record that a PDF carries, which lies in it as it is; undefined when it carries none. */
export function findAttachedRecord(file: Buffer): string | undefined {
  const type = file.indexOf(ATTACHED)
  const start = type < 0 ? -1 : file.indexOf('stream\n', type)
  const end = start < 0 ? -1 : file.indexOf('\nendstream', start)
  return end < 0 ? undefined : file.toString('latin1', start + 'stream\n'.length, end)
}
