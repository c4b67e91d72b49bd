/** A header as the documents describe it. */
interface HeaderCard {
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  readonly example?: string | number
}

/** A header of answers, and the answers that bear it. */
interface AnswerHeaderCard extends HeaderCard {
  readonly on: (status: number) => boolean
}

const text = { type: 'string' } as const
const uuid = { type: 'string', format: 'uuid' } as const
const seconds = { type: 'integer', minimum: 0 } as const
const bytes = { type: 'integer', minimum: 0 } as const
/** A boolean of RFC 9651 section 3.3.6. */
const flag = { enum: ['?0', '?1'] } as const

/** Every header of a request that a service of the platform looks at, by its name on the wire. */
export const REQUEST_HEADERS: Readonly<Record<string, HeaderCard>> = {
  'idempotency-key': {
    description:
      'A new value for each new request, and the same one when it is sent again: the work is done once, and a repeat gets the first answer, or what the operation says. It is remembered for a day.',
    schema: { type: 'string', minLength: 1, maxLength: 128 },
    example: '0f0e5a4e-4f0b-4d0a-9d2f-6a8f7e3b1c55',
  },
  'if-match': {
    description:
      'The `ETag` that was read. Where the resource has changed since, the answer is 412 and nothing happens.',
    schema: text,
    example: '"3"',
  },
  'if-none-match': {
    description: 'An `ETag` that one has; the answer is 304 where it is still the right one.',
    schema: text,
  },
  range: {
    description: 'The part of the bytes that is asked for (RFC 9110 section 14.2).',
    schema: text,
    example: 'bytes=0-1023',
  },
  'if-range': {
    description: 'The `ETag` of the bytes that one has a part of; others are sent whole.',
    schema: text,
  },
  'upload-offset': {
    description: 'The byte of the file at which the body begins; 0 when left out.',
    schema: bytes,
    example: 8_388_608,
  },
  'upload-length': {
    description: 'The size of the whole file.',
    schema: bytes,
    example: 52_428_800,
  },
  'upload-complete': {
    description:
      'Of the IETF draft: `?1` where the body is all of the file, or its rest; `?0` where more will follow.',
    schema: flag,
  },
  'upload-draft-interop-version': {
    description: 'Of the IETF draft: `8` asks for answers `104` ahead of the last one.',
    schema: text,
  },
  'content-digest': {
    description: 'The SHA-256 of the body (RFC 9530 section 2).',
    schema: text,
    example: 'sha-256=:d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=:',
  },
  'repr-digest': {
    description: 'The SHA-256 of the whole file (RFC 9530 section 3).',
    schema: text,
    example: 'sha-256=:d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=:',
  },
  'content-disposition': {
    description: 'The name of the file, as `filename` (RFC 6266).',
    schema: text,
    example: 'attachment; filename="contract.pdf"',
  },
  'tus-resumable': {
    description: 'The version of tus that the client speaks; one that sends it is answered by tus.',
    schema: text,
    example: '1.0.0',
  },
  'upload-metadata': {
    description:
      'Of tus: names and values in base64, of which `filename`, `filetype`, `title`, `folderId`, `documentId`, `note` and `sha256` are looked at.',
    schema: text,
    example: 'filename Y29udHJhY3QucGRm,filetype YXBwbGljYXRpb24vcGRm',
  },
  'upload-checksum': {
    description: 'Of tus: the algorithm and the checksum of the body in base64.',
    schema: text,
    example: 'sha256 d435Qo+nKZ+gLcUHn7GQtQ72hiBVAgqoLsZnZPiTGPk=',
  },
  'share-ticket': {
    description: 'The ticket that the password of the share was exchanged for.',
    schema: text,
  },
  'last-event-id': {
    description: 'The `id` of the last event that was received, to go on from there.',
    schema: text,
  },
  'webhook-id': { description: 'The `eventId`.', schema: text },
  'webhook-timestamp': {
    description: 'When this attempt was signed, in seconds since the epoch.',
    schema: text,
  },
  'webhook-signature': {
    description: '`v1a,` and the signature over `<webhook-id>.<webhook-timestamp>.<body>`.',
    schema: text,
  },
  'accept-language': {
    description: 'The language of texts for people: English or Chinese.',
    schema: text,
    example: 'zh-CN, en;q=0.5',
  },
}

const isSuccess = (status: number) => status < 400
/** Refusals that time may heal. */
const MAY_WAIT: ReadonlySet<number> = new Set([408, 409, 423, 429])

/** Every header of ours that an answer may bear, by its name on the wire. */
export const ANSWER_HEADERS: Readonly<Record<string, AnswerHeaderCard>> = {
  'x-request-id': {
    description: 'Identifies the request in logs; the one that was sent, or a new one.',
    schema: text,
    on: () => true,
  },
  'cache-control': {
    description: 'Whether the answer may be kept, and by whom.',
    schema: text,
    on: () => true,
  },
  'idempotency-replayed': {
    description: '`true` on the answer to a repeat: nothing was done again.',
    schema: { const: 'true' },
    on: isSuccess,
  },
  etag: {
    description: 'Names this state of the resource, for `If-Match` and `If-None-Match`.',
    schema: text,
    on: (status) => isSuccess(status) || status === 412,
  },
  location: {
    description:
      'The address of what was made, also where the rest of the request was refused, or where it is found.',
    schema: { type: 'string', format: 'uri-reference' },
    on: () => true,
  },
  'retry-after': {
    description: 'Seconds after which a repeat has a chance.',
    schema: seconds,
    on: (status) => status >= 500 || MAY_WAIT.has(status),
  },
  'www-authenticate': {
    description: 'Which token would do (RFC 6750 section 3, RFC 9449 section 7.1).',
    schema: text,
    on: (status) => status === 401 || status === 403,
  },
  'accept-ranges': {
    description: 'Parts can be asked for by `Range`.',
    schema: { const: 'bytes' },
    on: isSuccess,
  },
  'content-range': {
    description: 'Which bytes these are and how many there are, or only that.',
    schema: text,
    on: (status) => status === 206 || status === 416,
  },
  'content-disposition': {
    description: 'Whether to show or to keep it, and under which name (RFC 6266).',
    schema: text,
    on: isSuccess,
  },
  'upload-offset': {
    description: 'How many bytes have arrived for good.',
    schema: bytes,
    on: () => true,
  },
  'upload-length': {
    description: 'The size of the whole file.',
    schema: bytes,
    on: isSuccess,
  },
  'upload-complete': {
    description:
      'Of the IETF draft: whether the upload has ended. On a refusal, `?1` says that sending again does not help.',
    schema: flag,
    on: () => true,
  },
  'upload-limit': {
    description: 'Of the IETF draft: what an upload may be, and how long it waits.',
    schema: text,
    on: (status) => isSuccess(status) || status === 413,
  },
  'upload-expires': {
    description: 'Of tus: when an upload that is not complete is given up.',
    schema: text,
    on: isSuccess,
  },
  'upload-metadata': {
    description: 'Of tus: what the client sent under this name.',
    schema: text,
    on: isSuccess,
  },
  'document-id': {
    description: 'The document that the upload became a version of.',
    schema: uuid,
    on: isSuccess,
  },
  'version-id': {
    description: 'The version that the upload became.',
    schema: uuid,
    on: isSuccess,
  },
  'accept-patch': {
    description: 'Media types of the bytes that are appended (RFC 5789 section 3.1).',
    schema: text,
    on: isSuccess,
  },
  'tus-resumable': {
    description: 'The version of tus that is spoken, to a client that speaks it.',
    schema: { const: '1.0.0' },
    on: () => true,
  },
  'tus-version': {
    description: 'The versions of tus that are spoken.',
    schema: text,
    on: (status) => status === 204 || status === 412,
  },
  'tus-extension': {
    description: 'The extensions of tus that are offered.',
    schema: text,
    on: isSuccess,
  },
  'tus-max-size': {
    description: 'The largest upload.',
    schema: bytes,
    on: isSuccess,
  },
  'tus-checksum-algorithm': {
    description: 'Of `Upload-Checksum`, in the order of preference.',
    schema: text,
    on: isSuccess,
  },
  'x-content-type-options': {
    description: 'Content is of the declared type and of no other.',
    schema: { const: 'nosniff' },
    on: () => true,
  },
  'content-security-policy': {
    description: 'Files are shown without scripts, without requests, without this origin.',
    schema: text,
    on: () => true,
  },
  'cross-origin-resource-policy': {
    description: 'Which sites may show it.',
    schema: text,
    on: () => true,
  },
  'referrer-policy': {
    description: 'What other sites learn of the address.',
    schema: text,
    on: () => true,
  },
  'x-accel-buffering': {
    description: '`no`: what lies between passes each event on at once.',
    schema: { const: 'no' },
    on: isSuccess,
  },
}
