// What a private authority signed: PostgreSQL, S3, receivers and other services are believed once Node is told its file.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import {
  certificateAuthority,
  serverCertificate,
  serverKey,
} from '@countersign/test-kit/certificates'
import { expect, it, onTestFinished } from 'vitest'

const tls = { cert: serverCertificate, key: serverKey }

async function listen(server: Server): Promise<string> {
  onTestFinished(() => void server.close())
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return String((server.address() as AddressInfo).port)
}

const serveHttp = (heard: Set<string>) =>
  listen(
    createHttpsServer(tls, (request, response) => {
      heard.add(request.url?.split('?')[0] ?? '')
      response.end()
    }),
  )

/** The beginning of PostgreSQL's protocol: a request for TLS, yes, and within it who wants to sign in. */
const servePostgresql = (heard: Set<string>) =>
  listen(
    createServer((socket) => {
      socket.once('data', () => {
        socket.write('S')
        const session = new TLSSocket(socket, { ...tls, isServer: true })
        session.on('error', () => {})
        session.once('data', (startup) => {
          if (startup.includes('user\0dms\0')) heard.add('postgresql')
          session.destroy()
        })
      })
    }),
  )

/** Whom servers with a certificate of the private authority hear, when Node is told of a file with this in it. */
async function hears(authorities: string): Promise<{ heard: string[]; said: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'authorities-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'authorities.pem')
  await writeFile(file, authorities)
  const heard = new Set<string>()
  const ports = [await serveHttp(heard), await servePostgresql(heard)]
  const script = new URL('./testing/trusting-process.ts', import.meta.url).pathname
  const child = spawn(process.execPath, ['--conditions=source', script, ...ports], {
    env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: file },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (said += text))
  await once(child, 'close')
  return { heard: [...heard].toSorted(), said }
}

it('[GEN-01] believes PostgreSQL, S3, receivers and services that a private authority has signed', async () => {
  // As it comes in companies: with remarks, and others beside it.
  const { heard, said } = await hears(`# ours\n${serverCertificate}\n${certificateAuthority}`)

  expect(heard).toEqual(['/documents/s3', '/service', '/webhook', 'postgresql'])
  expect(said).toBe('')
})

it('[GEN-01] goes on with the public authorities where the file is no certificate, and says so', async () => {
  const { heard, said } = await hears(
    '-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n',
  )

  expect(heard).toEqual([])
  expect(said).toContain('Ignoring extra certs from')
})
