import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestIssuer } from '@countersign/auth-verifier/testing'
import type { WorkflowEvent } from '@countersign/contracts'

/** What an endpoint under test has to trust for the time of the test. */
export interface Trust {
  readonly issuer: string
  readonly jwksUrl: string
  readonly signatureKeys: string
  readonly workflowClientId: string
}

/** How a token differs from the right one. */
export interface TokenFaults {
  readonly clientId?: string
  readonly scopes?: readonly string[]
  readonly expiresInSeconds?: number
  readonly claims?: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
}

/** Stands in for the platform: it issues tokens and signs events, as the real one does. */
export interface StandIn {
  readonly trust: Trust
  readonly tenantId: string
  /** A token of the workflow service; for no receiver unless `claims.aud` says so. */
  token(faults?: TokenFaults): string
  /** The same, signed by somebody else. */
  forgedToken(faults?: TokenFaults): string
  /** The signature headers of a body; by another key when `forged`. */
  sign(eventId: string, body: string, options?: { at?: Date; forged?: boolean }): Headers
  event(instanceId: string, sequence: number, bizType: string): WorkflowEvent
  close(): Promise<void>
}

export type Headers = Readonly<Record<string, string>>

const CLIENT_ID = 'countersign-workflow'
const JWKS_PATH = '/oauth2/jwks'
const EVENT_KEYS_PATH = '/api/bpm/v1/event-keys'

/** @param port Where the stand-in listens on 127.0.0.1; 0 for any. */
export async function startStandIn(port: number): Promise<StandIn> {
  const right = createSigner()
  const other = createSigner()
  let issuerKeys = ''
  const server = await serveKeys(port, {
    eventKeys: { keys: [right.jwk] },
    issuerKeys: () => issuerKeys,
  })
  const { origin } = server
  // The issuer has a port of its own; its keys are shown at the address that can be chosen.
  const issuer = await createTestIssuer({ issuer: origin })
  const forger = await createTestIssuer({ issuer: origin })
  issuerKeys = issuer.jwksUrl
  const tenantId = randomUUID()
  const claims = { clientId: CLIENT_ID, scopes: ['bpm.events'], tenantId }

  return {
    trust: {
      issuer: origin,
      jwksUrl: origin + JWKS_PATH,
      signatureKeys: origin + EVENT_KEYS_PATH,
      workflowClientId: CLIENT_ID,
    },
    tenantId,
    token: (faults = {}) => issuer.serviceToken({ ...claims, ...faults }),
    forgedToken: (faults = {}) =>
      forger.serviceToken({ ...claims, ...faults, header: { kid: issuer.kid } }),
    sign: (eventId, body, { at = new Date(), forged = false } = {}) =>
      (forged ? other : right).sign(eventId, body, at),
    event: (instanceId, sequence, bizType) => makeEvent(tenantId, instanceId, sequence, bizType),
    async close() {
      await Promise.all([issuer.close(), forger.close(), server.close()])
    },
  }
}

function createSigner() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x } = publicKey.export({ format: 'jwk' })
  return {
    jwk: { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid: randomUUID(), x },
    sign(eventId: string, body: string, at: Date): Headers {
      const timestamp = String(Math.floor(at.getTime() / 1000))
      const signature = sign(null, Buffer.from(`${eventId}.${timestamp}.${body}`), privateKey)
      return {
        'webhook-id': eventId,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1a,${signature.toString('base64')}`,
      }
    },
  }
}

async function serveKeys(
  port: number,
  { eventKeys, issuerKeys }: { eventKeys: unknown; issuerKeys: () => string },
) {
  const server = createServer((request, response) => {
    const answer = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    if (request.url === EVENT_KEYS_PATH) return void answer(eventKeys)
    if (request.url !== JWKS_PATH) return void response.writeHead(404).end()
    fetch(issuerKeys())
      .then((found) => found.json())
      .then(answer, () => response.writeHead(503).end())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}

function makeEvent(
  tenantId: string,
  instanceId: string,
  sequence: number,
  bizType: string,
): WorkflowEvent {
  return {
    eventId: randomUUID(),
    sequence,
    type: sequence === 1 ? 'instance.started' : 'variables.updated',
    occurredAt: new Date().toISOString(),
    tenantId,
    instanceId,
    bizType,
    bizTypeVersion: '1',
    bizId: `conformance-${instanceId}`,
    status: 'RUNNING',
    round: 1,
    variables: {},
  }
}
