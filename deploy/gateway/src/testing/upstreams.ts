import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SeenRequest {
  readonly method: string
  readonly url: string
  /** Names and values in turn, exactly as they arrived. */
  readonly rawHeaders: readonly string[]
  readonly headers: IncomingMessage['headers']
}

/** A real HTTP server in place of a service: records what reaches it, answers as its path says. */
export interface RecordingUpstream {
  readonly url: string
  readonly seen: SeenRequest[]
  /** Resolves when a request to `/…/hang` is given up by its sender. */
  readonly abandoned: Promise<void>
  close(): Promise<void>
}

export async function startUpstream(): Promise<RecordingUpstream> {
  const seen: SeenRequest[] = []
  const abandoned = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    const { method = '', url = '', rawHeaders, headers } = request
    seen.push({ method, url, rawHeaders, headers })
    answer(request, response, abandoned.resolve)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    abandoned: abandoned.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(request: IncomingMessage, response: ServerResponse, onLeft: () => void): void {
  const path = (request.url ?? '').split('?', 1)[0] ?? ''
  if (path.endsWith('/hang')) {
    response.once('close', onLeft)
    return
  }
  if (path.endsWith('/refuse')) {
    // As a server that reads no body it will not take: what still comes resets the connection.
    response.writeHead(413, { connection: 'close', 'content-type': 'text/plain' }).end('too large')
    return
  }
  if (path.endsWith('/replay')) return replay(response)
  if (path.endsWith('/decline')) {
    // It has decided before the body is there, and lets the rest of it come.
    request.resume()
    response.writeHead(413, { 'content-type': 'text/plain' }).end('too large')
    return
  }
  if (path.endsWith('/die')) {
    // As a process that is killed while the bytes arrive.
    request.once('data', () => request.socket.resetAndDestroy())
    return
  }
  if (path.endsWith('/digest')) return digest(request, response)
  if (path.endsWith('/bytes')) return sendBytes(request, response)
  if (path.endsWith('/endless')) return sendEndlessly(response, onLeft)
  if (path.endsWith('/whisper')) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: 1\n\n')
    return
  }
  if (path.endsWith('/early')) {
    if (request.headers['upload-draft-interop-version'] !== undefined)
      response.writeInformation(104, { 'upload-offset': '5' })
    response.writeHead(200).end('done')
    return
  }
  if (path.endsWith('/busy')) {
    response.writeHead(503, { 'retry-after': '1' }).end('busy')
    return
  }
  if (path.endsWith('/cookies')) {
    response.setHeader('set-cookie', ['a=1; HttpOnly', 'b=2; HttpOnly'])
    response.writeHead(303, { location: '/signin?next=1', server: 'software' }).end()
    return
  }
  request.resume()
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
}

/** It knows the answer, as of a repeat, and reads no body for it. */
function replay(response: ServerResponse): void {
  const body = '{"ok":true}'
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
  response.end(body)
}

function digest(request: IncomingMessage, response: ServerResponse): void {
  const hash = createHash('sha256')
  let sizeBytes = 0
  request.on('data', (chunk: Buffer) => {
    hash.update(chunk)
    sizeBytes += chunk.length
  })
  request.on('end', () => {
    const sha256 = hash.digest('hex')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ sha256, sizeBytes }))
  })
}

function sendBytes(request: IncomingMessage, response: ServerResponse): void {
  const size = Number(new URL(request.url ?? '', 'http://upstream').searchParams.get('size'))
  const bytes = Buffer.alloc(size, 'countersign')
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': size })
  response.end(bytes)
}

function sendEndlessly(response: ServerResponse, onLeft: () => void): void {
  const chunk = Buffer.alloc(64 * 1024)
  response.once('close', onLeft)
  response.on('error', () => {})
  const send = () => {
    while (!response.destroyed && response.write(chunk)) {
      // Until the reader is slower than we are.
    }
  }
  response.on('drain', send)
  send()
}
