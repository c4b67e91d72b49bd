import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { problems } from '../../../problems.ts'
import { ContentRefused } from './receive-content.ts'

/**
 * The bytes of the one file of a form. They end with {@link ContentRefused} when more files follow,
 * or when the form breaks off: which of several files was meant, nobody here can say.
 *
 * @throws `dms.invalid_request` (400) when there is no file, or no form: without a boundary, for one.
 */
export async function readForm(request: FastifyRequest): Promise<Readable> {
  // A second file is not read but an error: the parser is limited to one.
  const parts = request.parts()
  for (;;) {
    const { value, done } = await parts.next().catch((cause: unknown) => {
      throw problems.invalid_request({ detail: 'The form cannot be read.', cause })
    })
    if (done === true) throw problems.invalid_request({ detail: 'The form has no file.' })
    if (value.type !== 'file') continue
    const stream = Readable.from(readToEnd(value, parts), { objectMode: false })
    // Whoever reads hears of an error; when nobody reads any more it concerns nobody.
    return stream.on('error', () => undefined)
  }
}

async function* readToEnd(file: MultipartFile, rest: AsyncIterator<unknown>) {
  try {
    yield* file.file
    while ((await rest.next()).done !== true);
  } catch (cause) {
    throw new ContentRefused('The form must have one file and be whole.', { cause })
  }
}
