import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { registerAgent } from '../support/agents.ts'
import { actOn, findTask } from '../support/approvals.ts'
import { allowCallbacks, declareType } from '../support/callbacks.ts'
import { platform, userNamed } from '../support/platform.ts'
import { findFreePort } from '../support/ports.ts'
import { signIn, tokenOf } from '../support/sign-in.ts'

/** How a program of `examples/` is started; its settings are the same in every language. */
export type Command = readonly [program: string, ...args: readonly string[]]

const eventsPath = '/internal/bpm-events'

/** A program that runs until `stop`, in a folder of its own. */
async function start(command: Command, platformUrl: string, bizType: string) {
  const folder = await mkdtemp(join(tmpdir(), 'example-'))
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PLATFORM_URL: platformUrl,
      ORIGIN: origin,
      PORT: String(port),
      BIZ_TYPE: bizType,
      DATABASE: join(folder, 'expenses.sqlite'),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const answers = () =>
    fetch(origin + eventsPath, { method: 'POST' }).then(
      () => true,
      () => false,
    )
  await expect.poll(answers, { message: `${program} does not answer` }).toBe(true)
  return {
    origin,
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const cli = fileURLToPath(new URL('../../packages/event-receiver/src/cli.ts', import.meta.url))

/** What `countersign-events verify` says of the program. */
export async function verifyReceiver(command: Command): Promise<string> {
  const standIn = await findFreePort()
  const bizType = 'conformance'
  const example = await start(command, `http://127.0.0.1:${standIn}`, bizType)
  try {
    const asked = ['verify', example.origin + eventsPath, '--port', `${standIn}`]
    const args = ['--conditions=source', cli].concat(asked, '--biz-type', bizType)
    const { stdout } = await promisify(execFile)(process.execPath, args).catch(
      (error: { stdout: string }) => error,
    )
    return stdout
  } finally {
    await example.stop()
  }
}

/** An expense is filed, approved by the manager, and known to be approved, all through the program. */
export async function haveExpenseApproved(command: Command): Promise<void> {
  const bizType = `example-${randomUUID().slice(0, 8)}`
  const example = await start(command, platform().baseUrl, bizType)
  try {
    await allowCallbacks(example.origin)
    await declareType(bizType, example.origin, eventsPath)
    const authorization = `Bearer ${await tokenOf('employee')}`
    const ask = async (path: string, body?: object) => {
      const response = await fetch(example.origin + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Filed }
    }
    const filed = await ask('/expenses', { amount: 20, reason: 'Trade fair' })
    expect(filed.status).toBe(201)
    const expense = `/expenses/${filed.body.id}`
    const again = await ask(`${expense}/approval`, {})
    expect(again.body.approval.id).toBe(filed.body.approval.id)

    await actOn(await findTask('manager', filed.body.approval.id), 'manager', 'approve', {})
    const status = async () => (await ask(expense)).body.status
    await expect.poll(status, { timeout: 30_000 }).toBe('APPROVED')
    const stranger = { authorization: `Bearer ${await tokenOf('finance1')}` }
    expect((await fetch(example.origin + expense, { headers: stranger })).status).toBe(404)
    await refusesAgents(example.origin + expense)
  } finally {
    await example.stop()
  }
}

/** The agent of the very person is none of them: what people do here it may not even read. */
async function refusesAgents(url: string): Promise<void> {
  const { clientId } = await registerAgent([])
  const redirectUris = ['http://127.0.0.1/callback']
  const client = { clientId, type: 'SPA', purpose: 'agent', redirectUris } as const
  const parameters = { scope: 'openid' }
  const { accessToken } = await signIn({ ...userNamed('employee'), client, parameters })
  const refused = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } })
  expect(refused.status).toBe(403)
}

const contracts = fileURLToPath(new URL('../../packages/contracts/', import.meta.url))

/** Gives the published test vectors to the tests that the program brings. */
export async function passVectors([program, ...args]: Command): Promise<void> {
  await promisify(execFile)(program, args, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], CONTRACTS: contracts },
  })
}

interface Filed {
  readonly id: string
  readonly status: string
  readonly approval: { readonly id: string }
}
