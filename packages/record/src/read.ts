import type { RecordContent } from './content.ts'
import { decode, type Decoded } from './decode.ts'
import { RECORD_TYPE, RECORD_VERSION, type Part, type RecordHeader } from './form.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse({ bytes, broken }: Decoded): Record<string, unknown> | undefined {
  if (broken.length > 0) return undefined
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The header of a record; undefined when it is none, or of a version that is not known here. */
export function readHeader(text: string): RecordHeader | undefined {
  const header = parse(decode(text))
  if (header === undefined || typeof header['kid'] !== 'string') return undefined
  if (header['alg'] !== 'EdDSA' || header['typ'] !== RECORD_TYPE) return undefined
  // What must be understood (RFC 7515 section 4.1.11) is not understood here.
  if (header['version'] !== RECORD_VERSION || 'crit' in header) return undefined
  const { parts, kid } = header
  if (!Array.isArray(parts) || !parts.every(isPart)) return undefined
  return { alg: 'EdDSA', kid, parts, typ: RECORD_TYPE, version: RECORD_VERSION }
}

const isPart = (part: unknown): part is Part =>
  isObject(part) &&
  typeof part['name'] === 'string' &&
  Number.isSafeInteger(part['bytes']) &&
  Number(part['bytes']) >= 0 &&
  typeof part['sha256'] === 'string'

/** The content of a record. Whether it has the members it should have is vouched for by the signature. */
export function readContent(payload: Decoded): RecordContent | undefined {
  const content = parse(payload)
  const record = content?.['record']
  return isObject(record) && typeof record['kid'] === 'string'
    ? (content as unknown as RecordContent)
    : undefined
}
