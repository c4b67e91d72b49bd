import Uppy from '@uppy/core'
import Tus from '@uppy/tus'
import { Upload } from 'tus-js-client'

/*
 * What a page does with public clients, set up as their own guides say. It runs in the browser, where
 * `heard` is the test's: it is told each answer that a client gets.
 */

/** The same bytes whenever the page is opened, as of a file on somebody's disk. */
function fileOf({ name, size }) {
  const options = { type: 'application/octet-stream', lastModified: 1 }
  // Larger than a browser's memory: nobody gets to read it.
  if (size > 2 ** 30)
    return new File(Array(1024).fill(new Blob([new Uint8Array(size / 1024)])), name, options)
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at++) bytes[at] = (at * 31 + (at >> 8)) % 251
  return new File([bytes], name, options)
}

const common = ({ endpoint, token }) => ({
  endpoint,
  headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  chunkSize: 1024 * 1024,
  // A minute in all, which a service may take to come back.
  retryDelays: [500, 1000, 2000, 4000, ...Array(10).fill(5000)],
  onAfterResponse: (request, response) =>
    globalThis.heard(
      request.getMethod(),
      response.getStatus(),
      response.getHeader('Upload-Offset') ?? null,
    ),
})

const refusalOf = ({ status, responseText }) => ({
  refused: { status, code: JSON.parse(responseText || '{}').code },
})

/** By tus-js-client, going on with what the browser remembers of the same file. */
async function sendByTus(sending) {
  const file = fileOf(sending)
  const { promise, resolve } = Promise.withResolvers()
  const upload = new Upload(file, {
    ...common(sending),
    metadata: { filename: file.name, filetype: file.type, ...sending.metadata },
    onSuccess: ({ lastResponse }) =>
      resolve({ url: upload.url, versionId: lastResponse.getHeader('Version-Id') }),
    onError: ({ originalResponse, message }) =>
      resolve(originalResponse ? refusalOf(originalResponse.getUnderlyingObject()) : { message }),
  })
  const [previous] = await upload.findPreviousUploads()
  if (previous !== undefined) upload.resumeFromPreviousUpload(previous)
  upload.start()
  return promise
}

/** By Uppy, which remembers by itself. */
async function sendByUppy(sending) {
  const uppy = new Uppy().use(Tus, common(sending))
  const data = fileOf(sending)
  uppy.addFile({ name: data.name, type: data.type, data, meta: sending.metadata ?? {} })
  const { promise, resolve } = Promise.withResolvers()
  // Heard at once: Uppy ends the request later, and its answer with it.
  uppy.on('upload-success', (_, { uploadURL, body }) =>
    resolve({ url: uploadURL, versionId: body.xhr.getResponseHeader('Version-Id') }),
  )
  uppy.on('upload-error', (_, { message }, response) =>
    resolve(response?.body ? refusalOf(response.body.xhr) : { message }),
  )
  await uppy.upload()
  return promise
}

Object.assign(globalThis, { sendByTus, sendByUppy })
