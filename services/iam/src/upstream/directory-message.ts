/** What a directory sent is no answer of RFC 4511. */
export class DirectoryUnreadable extends Error {}

/** One element of BER (X.690 section 8.1): where its content begins and ends. */
interface Element {
  readonly tag: number
  readonly start: number
  readonly from: number
  readonly to: number
}

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const ENUMERATED = 0x0a
const TEXT = 0x04

/**
 * Takes whole answers off what has arrived, each by itself and without controls, which nobody asked for. The library goes round for ever on
 * one that ends too early, or says that it is longer than it is, so none of them reaches it.
 *
 * @throws {@link DirectoryUnreadable} for what is not the answer to a bind or a search (RFC 4511 sections 4.2.2 and 4.5.2).
 *
 * Kept by: services/iam/src/upstream/directory-message.test.ts "lets nothing through that the library does not come to an end with"
 */
export function takeMessages(bytes: Buffer): {
  readonly messages: readonly Buffer[]
  readonly rest: Buffer
} {
  const messages: Buffer[] = []
  let at = 0
  for (;;) {
    const whole = readElement(bytes, at)
    if (whole === undefined || whole.to > bytes.length) break
    messages.push(readMessage(bytes, whole))
    at = whole.to
  }
  return { messages, rest: bytes.subarray(at) }
}

/** Undefined while its length has not arrived. */
function readElement(bytes: Buffer, start: number): Element | undefined {
  const [tag, first] = [bytes[start], bytes[start + 1]]
  if (tag === undefined || first === undefined) return undefined
  const from = start + 2
  if (first < 0x80) return { tag, start, from, to: from + first }
  const count = first & 0x7f
  if (count === 0 || count > 4) throw new DirectoryUnreadable('a length of another form')
  if (bytes.length < from + count) return undefined
  return { tag, start, from: from + count, to: from + count + bytes.readUIntBE(from, count) }
}

/** The elements that fill the content of another one. */
function readWithin(bytes: Buffer, { from, to }: Element): readonly Element[] {
  const found: Element[] = []
  for (let at = from; at < to;) {
    const element = readElement(bytes, at)
    if (element === undefined || element.to > to) throw new DirectoryUnreadable('it ends too early')
    found.push(element)
    at = element.to
  }
  return found
}

function readMessage(bytes: Buffer, whole: Element): Buffer {
  const [id, operation] = whole.tag === SEQUENCE ? readWithin(bytes, whole) : []
  if (id === undefined || operation === undefined || !isNumber(id, INTEGER)) {
    throw new DirectoryUnreadable('it is no message')
  }
  if (!isAnswer(bytes, operation)) throw new DirectoryUnreadable('it is no answer')
  const header = Buffer.from([SEQUENCE, 0x84, 0, 0, 0, 0])
  header.writeUInt32BE(operation.to - id.start, 2)
  return Buffer.concat([header, bytes.subarray(id.start, operation.to)])
}

const isNumber = ({ tag, from, to }: Element, wanted: number): boolean =>
  tag === wanted && to > from && to - from <= 4

const isText = ({ tag }: Element): boolean => tag === TEXT

function isAnswer(bytes: Buffer, operation: Element): boolean {
  const parts = readWithin(bytes, operation)
  switch (operation.tag) {
    // BindResponse, SearchResultDone: a result, and behind it what is optional.
    case 0x61:
    case 0x65:
      return isResult(parts)
    case 0x64:
      return isEntry(bytes, parts)
    // SearchResultReference
    case 0x73:
      return parts.length > 0 && parts.every(isText)
    default:
      return false
  }
}

function isResult([code, dn, message, ...more]: readonly Element[]): boolean {
  if (code === undefined || dn === undefined || message === undefined) return false
  const isOptional = ({ tag }: Element) => (tag & 0xc0) === 0x80
  return isNumber(code, ENUMERATED) && isText(dn) && isText(message) && more.every(isOptional)
}

function isEntry(bytes: Buffer, [dn, attributes, ...more]: readonly Element[]): boolean {
  if (dn === undefined || attributes === undefined || more.length > 0) return false
  if (!isText(dn) || attributes.tag !== SEQUENCE) return false
  return readWithin(bytes, attributes).every((attribute) => {
    const [type, values, ...others] = readWithin(bytes, attribute)
    if (attribute.tag !== SEQUENCE || type === undefined || values === undefined) return false
    if (!isText(type) || values.tag !== SET || others.length > 0) return false
    return readWithin(bytes, values).every(isText)
  })
}
