import { Problem } from '@countersign/service-kit/problem'
import type { FastifyRequest } from 'fastify'
import { readDraftUpload, readTusUpload } from './fields.ts'

export const reads = 'Content-Disposition, Content-Type of a new upload'
export const seeds = [
  'attachment; filename="a \\"b\\".pdf"\napplication/pdf\nfilename d29ybGQ=',
  "inline; filename*=UTF-8''%e2%82%ac%20rates; filename=x\ntext/plain; charset=utf-8\n",
  'form-data; name=a; filename=\n\nname',
]
export const words = [
  "filename*=UTF-8''",
  "filename*=iso-8859-1'en'",
  'filename*0=',
  '; filename=',
  '%00',
  '%',
]

/** Nothing but a refusal with 4xx is thrown. */
export function check(bytes: Buffer): void {
  const [disposition = '', type = '', metadata = ''] = bytes.toString('latin1').split('\n')
  const headers = {
    'content-disposition': disposition,
    'content-type': type,
    'upload-metadata': metadata,
    'upload-length': '10',
  }
  // What of a request is looked at.
  const request = { headers } as unknown as FastifyRequest
  for (const read of [() => readDraftUpload(request, {}, 10), () => readTusUpload(request, {})]) {
    try {
      read()
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
    }
  }
}
