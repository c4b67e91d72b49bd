import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startFakeBusinessApp, type FakeBusinessApp } from '@countersign/test-kit/fake-business-app'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  connectAgent,
  declareRefunds,
  registerAgent,
  type SignedInAgent,
} from './support/agents.ts'
import { call } from './support/api.ts'
import { actOn, findTask } from './support/approvals.ts'
import { allowCallbacks } from './support/callbacks.ts'
import { mcpCommand, planServer, startMcpServer } from './support/mcp-server.ts'
import { listOperations } from './support/operations.ts'
import { platform, userNamed } from './support/platform.ts'
import { Browser, signIn, tokenOf, walk } from './support/sign-in.ts'

let application: FakeBusinessApp
let bizType: string
let at: URL
let registered: { clientId: string; id: string }
let server: { stop(): Promise<void> } | undefined
let agent: SignedInAgent
const clients: Client[] = []
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-'))
  application = await startFakeBusinessApp()
  await allowCallbacks(application.origin)
  bizType = await declareRefunds(application.origin)
  at = await planServer()
  registered = await registerAgent([at.href])
  const own = await call('POST', '/api/iam/v1/clients', {
    token: await tokenOf('admin'),
    json: {
      type: 'SERVICE',
      name: 'Agents',
      scopes: ['iam.security-events'],
      resources: [at.href],
    },
  })
  expect(own.status, JSON.stringify(own.body)).toBe(201)
  const { clientId, clientSecret } = own.body
  server = await startMcpServer(at, {
    clientId: String(clientId),
    clientSecret: String(clientSecret),
  })
  agent = await connect('employee')
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await server?.stop()
  await application.close()
  await rm(folder, { recursive: true, force: true })
})

/** With an agent of its own. */
async function connect(username: string): Promise<SignedInAgent> {
  const connected = await connectAgent(at, registered.clientId, username)
  clients.push(connected.client)
  return connected
}

interface Answer {
  readonly [member: string]: unknown
  readonly approvalId: string
  readonly outcome: string
  readonly cursor: string
  readonly items: readonly Answer[]
}

async function use(client: Client, name: string, args: object = {}): Promise<Answer> {
  const result = await client.callTool({ name, arguments: { ...args } })
  expect(result.isError, JSON.stringify(result.content)).not.toBe(true)
  return result.structuredContent as unknown as Answer
}

const refund = (over: object = {}) => ({
  bizType,
  bizId: randomUUID(),
  title: 'Refund of an order',
  variables: { amount: 120 },
  idempotencyKey: randomUUID(),
  ...over,
})

async function decide(approvalId: string, username: string, action = 'approve') {
  const taskNo = await findTask(username, approvalId)
  expect((await actOn(taskNo, username, action, { comment: 'so be it' })).status).toBe(200)
}

/** With the token that the agent holds, wherever it likes. */
const post = (token: string | undefined, headers: Record<string, string> = {}) =>
  fetch(at, {
    method: 'POST',
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })

/** Of an agent on its person's own machine, which calls the platform itself. */
async function platformTokenOf(username: string): Promise<string> {
  const redirectUris = ['http://127.0.0.1/callback']
  const client = { ...registered, type: 'SPA', purpose: 'agent', redirectUris } as const
  const parameters = { scope: 'openid' }
  return (await signIn({ ...userNamed(username), client, parameters })).accessToken
}

/** A folder of the employee, whose files the manager may read. */
async function makeFolder(): Promise<string> {
  const token = await tokenOf('employee')
  const json = { name: `Claims ${randomUUID()}` }
  const made = await call('POST', '/api/dms/folders', { token, json })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const id = String(made.body['id'])
  const principal = { kind: 'user', id: userNamed('manager').id }
  const acl = { inherit: true, entries: [{ principal, allow: ['read'] }] }
  const set = await call('PUT', `/api/dms/folders/${id}/acl`, { token, json: acl })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  return id
}

describe('an agent over HTTP', () => {
  it('signs its person in as the protocol says, for this server and nobody else', () => {
    expect(Object.fromEntries(agent.asked)).toMatchObject({
      resource: at.href,
      code_challenge_method: 'S256',
    })
    expect(decodeJwt(agent.token())).toMatchObject({
      sub: userNamed('employee').id,
      act: { sub: registered.clientId, name: 'Refund agent' },
      aud: at.href,
      permissions: ['dms:document:read', 'dms:document:write', 'expense:start'],
    })
  })

  it('[V9.2.3] holds a token that is good at no other address, and people see whose agent asked', async () => {
    const token = agent.token()
    for (const path of ['/api/bpm/v1/tasks', '/api/dms/documents', '/userinfo'])
      expect([path, (await call('GET', path, { token })).status]).toEqual([path, 401])
    const { approvalId } = await use(agent.client, 'start_approval', refund())
    const read = await use(agent.client, 'read_approval', { approvalId })
    expect(read['history']).toMatchObject([{ action: 'start', agent: 'Refund agent' }])
    const path = `/api/bpm/v1/process-instances/${approvalId}/timeline`
    const { body } = await call('GET', path, { token: await tokenOf('employee') })
    expect(body['items']).toMatchObject([
      { details: { agent: registered.clientId, agentName: 'Refund agent' } },
    ])
  })

  it('has tools to ask, and none to decide', async () => {
    const { tools } = await agent.client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'attach_document',
      'list_business_types',
      'list_waiting',
      'read_approval',
      'start_approval',
      'wait_for_outcome',
    ])
    const types: Answer[] = []
    for (let cursor: unknown; cursor !== null;) {
      const page = await use(agent.client, 'list_business_types', {
        limit: 50,
        ...(cursor === undefined ? {} : { cursor }),
      })
      types.push(...page.items)
      cursor = page['nextCursor']
    }
    expect(types.find((type) => type['bizType'] === bizType)).toMatchObject({
      form: { required: ['amount'], properties: { amount: { type: 'number', title: 'Amount' } } },
    })
  })

  it('[BPM-10] starts once with a key, waits on from where it was, and learns what people decided', async () => {
    const { client } = agent
    const asked = refund()
    const started = await Promise.all(
      Array.from({ length: 4 }, () => use(client, 'start_approval', asked)),
    )
    const [{ approvalId } = { approvalId: '' }] = started
    expect(new Set(started.map((one) => one.approvalId)).size).toBe(1)

    const pending = await use(client, 'wait_for_outcome', { approvalId, waitSeconds: 1 })
    expect(pending.outcome).toBe('pending')
    const waiting = await use(client, 'list_waiting', { of: 'started', limit: 50 })
    expect(waiting.items.map((one) => one.approvalId)).toContain(approvalId)

    const progress: string[] = []
    const rest = client.callTool(
      {
        name: 'wait_for_outcome',
        arguments: { approvalId, cursor: pending.cursor, waitSeconds: 50 },
      },
      undefined,
      { onprogress: ({ message = '' }) => progress.push(message), timeout: 60_000 },
    )
    await decide(approvalId, 'manager')
    await expect.poll(() => progress.join()).toContain('Finance')
    await decide(approvalId, 'finance1')
    const outcome = (await rest).structuredContent as unknown as Answer
    expect(outcome).toMatchObject({
      outcome: 'APPROVED',
      approvalId,
      status: 'APPROVED',
      approvedBy: { people: 2 },
    })
  })

  it('attaches a document once, which the people who decide may read', async () => {
    const { approvalId } = await use(agent.client, 'start_approval', refund())
    const attached = {
      approvalId,
      folderId: await makeFolder(),
      fileName: 'claim.txt',
      contentType: 'text/plain',
      base64: Buffer.from('The parcel never came.').toString('base64'),
      comment: 'What the customer wrote',
      idempotencyKey: randomUUID(),
    }
    const first = await use(agent.client, 'attach_document', attached)
    expect(await use(agent.client, 'attach_document', attached)).toEqual(first)
    const { history } = (await use(agent.client, 'read_approval', {
      approvalId,
    })) as unknown as { history: { attachments?: { versionId: string }[] }[] }
    const shown = history.flatMap(({ attachments = [] }) => attachments)
    expect(shown.map(({ versionId }) => versionId)).toEqual([first['versionId']])
    const path = `/api/dms/versions/${String(first['versionId'])}`
    expect((await call('GET', path, { token: await tokenOf('manager') })).status).toBe(200)
  })

  it('is told what was refused, by the code of the platform', async () => {
    const asked = refund()
    await use(agent.client, 'start_approval', asked)
    const refusal = async (args: object) => {
      const result = await agent.client.callTool({ name: 'start_approval', arguments: { ...args } })
      expect(result.isError).toBe(true)
      return JSON.stringify(result.content)
    }
    expect(await refusal({ ...asked, title: 'Another' })).toContain('bpm.idempotency_conflict')
    expect(await refusal(refund({ bizType: 'dms.document', variables: {} }))).toContain('bpm.')
    expect(await refusal(refund({ variables: { amount: 'much' } }))).toContain(
      'bpm.variables_invalid',
    )
  })
})

describe('deciding', () => {
  it('is refused to the token of an agent on every address that is not for asking', async () => {
    // Whoever decides has an agent, too.
    const clerk = await connect('manager')
    const { approvalId } = await use(agent.client, 'start_approval', refund())
    const taskNo = await findTask('manager', approvalId)
    const waiting = await use(clerk.client, 'list_waiting', { of: 'to_decide', limit: 50 })
    expect(waiting.items.map((one) => one['taskNo'])).toContain(taskNo)

    const token = await platformTokenOf('manager')
    for (const action of ['approve', 'reject', 'return', 'transfer', 'delegate', 'add-sign']) {
      const refused = await call('POST', `/api/bpm/v1/tasks/${taskNo}/${action}`, {
        token,
        json: {},
      })
      expect([action, refused.status, refused.body['code']]).toEqual([
        action,
        403,
        'auth.user_required',
      ])
    }
    await decide(approvalId, 'manager', 'reject')
    expect(await use(agent.client, 'wait_for_outcome', { approvalId })).toMatchObject({
      outcome: 'REJECTED',
    })
  })

  it('and everything else that is open to people alone stays closed, on all services', async () => {
    const open: string[] = []
    const token = await platformTokenOf('employee')
    for (const { method, path, caller, takesJson } of await listOperations()) {
      if (caller !== 'user') continue
      const reply = await call(method, path, {
        token,
        ...(takesJson ? { json: {} } : {}),
      })
      if (String(reply.body['code']) === 'auth.user_required') expect(reply.status).toBe(403)
      else if (method !== 'GET') open.push(`${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '{}')}`)
    }
    expect(open.toSorted()).toEqual([
      'DELETE /api/dms/uploads/{}',
      'POST /api/bpm/v1/process-instances',
      'POST /api/bpm/v1/process-instances/preview',
      'POST /api/bpm/v1/process-instances/{}/comments',
      'POST /api/dms/uploads/initiate',
      'POST /api/dms/uploads/{}/complete',
      'POST /api/dms/uploads/{}/content',
      'PUT /api/dms/uploads/{}/parts/{}',
    ])
  })
})

describe('the server refuses', () => {
  it('whoever brings no token, and says where to learn which one it takes', async () => {
    const refused = await post(undefined)
    expect(refused.status).toBe(401)
    const challenge = refused.headers.get('www-authenticate') ?? ''
    const metadataUrl = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? ''
    expect(await (await fetch(metadataUrl)).json()).toMatchObject({
      resource: at.href,
      authorization_servers: [platform().baseUrl],
    })
  })

  it('a token for the platform alone, and one for a service', async () => {
    const parameters = { resource: `${platform().baseUrl}/api/bpm` }
    const forBpm = await signIn({ ...userNamed('employee'), parameters })
    for (const token of [await tokenOf('employee'), forBpm.accessToken]) {
      const refused = await post(token)
      expect([refused.status, await refused.json()]).toMatchObject([
        401,
        { code: 'auth.invalid_token', detail: expect.stringContaining('audience') as string },
      ])
    }
  })

  it('a token that was revoked, within seconds', async () => {
    const other = await connect('finance2')
    const token = other.token()
    expect((await post(token)).status).toBe(200)
    const revoked = await fetch(`${platform().baseUrl}/oauth2/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token, client_id: registered.clientId }),
    })
    expect(revoked.status).toBe(200)
    await expect.poll(async () => (await post(token)).status, { timeout: 10_000 }).toBe(401)
  })
})

describe('the example', () => {
  const example = fileURLToPath(new URL('../examples/agent-approval/main.ts', import.meta.url))
  const record = fileURLToPath(new URL('cli.ts', import.meta.resolve('@countersign/record')))
  const run = promisify(execFile)
  let browser: string
  let tokenFile: string

  beforeAll(async () => {
    // What a browser does first: it takes the address. The person's part is played below.
    browser = join(folder, 'browser')
    await writeFile(browser, `#!/bin/sh\nprintf %s "$1" > ${join(folder, 'address')}\n`)
    await chmod(browser, 0o755)
    tokenFile = join(folder, 'token.json')
  })

  const serverCommand = () =>
    ['--conditions=source', mcpCommand, 'stdio'].concat(
      ['--platform', platform().baseUrl, '--client', registered.clientId],
      ['--token-file', tokenFile],
    )

  /** The person, at the page that the server opened for them. */
  async function signInAtTheAddress(): Promise<void> {
    const file = join(folder, 'address')
    let address = ''
    await expect
      .poll(async () => (address = await readFile(file, 'utf8').catch(() => '')), {
        timeout: 60_000,
      })
      .not.toBe('')
    const start = new URL(address)
    const redirectUri = start.searchParams.get('redirect_uri') ?? ''
    expect(redirectUri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/)
    const back = await walk(new Browser(), start, redirectUri, userNamed('employee'))
    const stray = new URL(back)
    stray.searchParams.set('state', 'of somebody else')
    expect((await fetch(stray)).status).toBe(404)
    expect(await (await fetch(back)).text()).toContain('You are signed in')
  }

  const runAgent = (order: string, amount = '120') =>
    run(
      process.execPath,
      ['--conditions=source', example, order, amount, process.execPath].concat(serverCommand()),
      {
        cwd: folder,
        env: { PATH: process.env['PATH'], BROWSER: browser, BIZ_TYPE: bizType },
        timeout: 240_000,
      },
    )

  async function findApproval(order: string): Promise<string> {
    let id: unknown
    const path = `/api/bpm/v1/process-instances?box=initiated&bizType=${bizType}&bizId=${order}`
    await expect
      .poll(
        async () => {
          const { body } = await call('GET', path, { token: await tokenOf('employee') })
          return (id = (body['items'] as unknown as { id: string }[])[0]?.id)
        },
        { timeout: 60_000 },
      )
      .toBeTypeOf('string')
    return String(id)
  }

  it('pays back after two people approved, once, and leaves a record that proves it', async () => {
    const order = `order-${randomUUID().slice(0, 8)}`
    const running = runAgent(order)
    await signInAtTheAddress()
    const approvalId = await findApproval(order)
    await decide(approvalId, 'manager')
    expect((await readdir(folder)).filter((name) => name.startsWith('refund-'))).toEqual([])
    await decide(approvalId, 'finance1')
    expect((await running).stdout).toContain(`${order} is refunded`)

    const keys = join(folder, 'keys.json')
    const { body } = await call('GET', '/api/bpm/v1/record-keys')
    await writeFile(keys, JSON.stringify(body))
    const kept = join(folder, `refund-${order}.jose`)
    const proof = await run(process.execPath, [
      '--conditions=source',
      record,
      'verify',
      kept,
      '--keys',
      keys,
    ])
    expect(proof.stdout.match(/approve .*by .*: so be it/g)).toHaveLength(2)

    expect((await stat(tokenFile)).mode & 0o777).toBe(0o600)
    // Signed in already, and paid already.
    await rm(join(folder, 'address'))
    expect((await runAgent(order)).stdout).toContain('was refunded before')
    await expect(stat(join(folder, 'address'))).rejects.toThrow('ENOENT')
  })

  it('pays nothing when somebody rejects', async () => {
    const order = `order-${randomUUID().slice(0, 8)}`
    const running = runAgent(order).catch((error: { stderr: string }) => error)
    const approvalId = await findApproval(order)
    await decide(approvalId, 'manager', 'reject')
    expect((await running).stderr).toContain('not approved: REJECTED')
    expect((await readdir(folder)).filter((name) => name.includes(approvalId))).toEqual([])
  })

  it('tells the agent to ask its person, who takes their time to sign in', async () => {
    const [command, args] = [process.execPath, serverCommand()]
    const env = { PATH: process.env['PATH'] ?? '', BROWSER: '/bin/true' }
    const transport = new StdioClientTransport({ command, args: args.slice(0, -2), env })
    const client = new Client({ name: 'agent', version: '1.0.0' })
    await client.connect(transport as never)
    const asked = await client.callTool(
      { name: 'list_waiting', arguments: { of: 'started' } },
      undefined,
      { timeout: 60_000 },
    )
    const [{ text = '' } = {}] = asked.content as { text?: string }[]
    expect([asked.isError, text]).toEqual([true, expect.stringContaining('sign_in_pending')])
    await client.close()
  })
})
