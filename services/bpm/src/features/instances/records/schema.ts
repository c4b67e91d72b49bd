import type { Readable } from 'node:stream'
import { LANGUAGES } from '@countersign/service-kit/language'
import { closed, Timestamp } from '@countersign/service-kit/schema'
import { Type } from 'typebox'

export const RecordKeySet = closed(
  {
    keys: Type.Array(
      closed({
        kty: Type.Literal('OKP'),
        crv: Type.Literal('Ed25519'),
        use: Type.Literal('sig'),
        alg: Type.Literal('EdDSA'),
        kid: Type.String({ description: 'Its thumbprint (RFC 7638).' }),
        x: Type.String(),
        retiredAt: Type.Optional(Timestamp),
      }),
    ),
  },
  { title: 'RecordKeySet' },
)

/** The response schema of a record: which form it has is asked for by `Accept`. */
export const RecordContents = {
  description: 'The signed document, or with `Accept: application/pdf` a print that carries it.',
  content: {
    'application/jose': { schema: Type.Unsafe<Buffer | Readable>(Type.String()) },
    'application/pdf': {
      schema: Type.Unsafe<Buffer | Readable>(Type.String({ format: 'binary' })),
    },
  },
}

export const OwnedRecordQuery = closed({
  language: Type.Optional(
    Type.Enum([...LANGUAGES], { description: 'Of the print; English if not said.' }),
  ),
})

export const OwnedRecordView = closed({
  record: Type.String({ description: 'The compact JWS.' }),
  print: Type.String({ description: 'The PDF that carries it, in base64 (RFC 4648 section 4).' }),
})
