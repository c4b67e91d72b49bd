// @module-tag registry
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// What a business team does: packed packages are installed into an empty folder by npm, and used
// there by programs that know nothing of this repository.

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const execute = promisify(execFile)
const packages = [
  'contracts',
  'auth-verifier',
  'event-receiver',
  'record',
  'approval-ui',
  'client',
  'mcp',
  'create-countersign-app',
]

let folder: string
const run = (program: string, ...args: readonly string[]) =>
  execute(program, args, { cwd: folder, maxBuffer: 2 ** 24 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'installed-'))
  for (const name of packages)
    await execute('npx', ['-y', 'pnpm@12.21.0', 'pack', '--pack-destination', folder], {
      cwd: join(repository, 'packages', name),
    })
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const tarballs = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  expect(tarballs).toHaveLength(packages.length)
  const wanted = [`@types/node@${await ownTypes()}`, ...tarballs.map((name) => `./${name}`)]
  await run('npm', 'install', '--no-audit', '--no-fund', ...wanted)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Manifest {
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly engines?: Readonly<Record<string, string>>
}

const readManifest = async (path: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, path, 'package.json'), 'utf8')) as Manifest

async function ownTypes(): Promise<string> {
  const manifest = await readFile(join(repository, 'package.json'), 'utf8')
  const { devDependencies } = JSON.parse(manifest) as { devDependencies: Record<string, string> }
  return devDependencies['@types/node'] ?? 'latest'
}

/** What the compiler has to say about one file, in its strictest mode: nothing, when all is well. */
async function compile(file: string): Promise<string> {
  const options = { module: 'nodenext', target: 'es2022', lib: ['es2022', 'dom'] }
  const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false }
  const compilerOptions = { ...options, ...strict, types: ['node'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }))
  const compiler = join(repository, 'node_modules/typescript/bin/tsc')
  const said = await run(process.execPath, compiler, '-p', '.').catch(
    ({ stdout }: { stdout: string }) => ({ stdout }),
  )
  return said.stdout
}

/** Has a token made and verified, and says who it is of. */
const verifying = `
  const issuer = await createTestIssuer()
  const caller = await createVerifier(issuer).verify(issuer.userToken({ sub: 'anna' }))
  await issuer.close()
  console.log(caller.subject, typeof createEventReceiver, receiverTables.includes('create table'))`

describe('packages as npm installs them', () => {
  it('are used by a program of ES modules', async () => {
    await writeFile(
      join(folder, 'program.mjs'),
      `import { createVerifier } from '@countersign/auth-verifier'
       import { createTestIssuer } from '@countersign/auth-verifier/testing'
       import { createEventReceiver, receiverTables } from '@countersign/event-receiver'
       import asyncapi from '@countersign/contracts/asyncapi.json' with { type: 'json' }
       import { ApprovalPanel } from '@countersign/approval-ui'
       import { createClient } from '@countersign/client'
       import { createApprovalServer } from '@countersign/mcp'
       const { bpm, dms } = createClient({ baseUrl: 'http://localhost' })
       await createApprovalServer({ bpm, dms }).close()
       console.log(asyncapi.asyncapi, typeof ApprovalPanel, typeof bpm.listTasks)
       ${verifying}`,
    )
    const { stdout } = await run(process.execPath, 'program.mjs')
    expect(stdout).toBe('3.0.0 function function\nanna function true\n')
  })

  it('are required by a program of CommonJS', async () => {
    await writeFile(
      join(folder, 'program.cjs'),
      `const { createVerifier } = require('@countersign/auth-verifier')
       const { createTestIssuer } = require('@countersign/auth-verifier/testing')
       const { createEventReceiver, receiverTables } = require('@countersign/event-receiver')
       const { clientCredentials } = require('@countersign/client')
       clientCredentials({ tokenUrl: 'http://localhost', clientId: 'a', clientSecret: 'b' })
       void (async () => { ${verifying} })()`,
    )
    const { stdout } = await run(process.execPath, 'program.cjs')
    expect(stdout).toBe('anna function true\n')
  })

  it('are compiled by the strictest TypeScript', async () => {
    await writeFile(
      join(folder, 'strict.mts'),
      `import { createVerifier, type Verifier } from '@countersign/auth-verifier'
       import { createTestIssuer } from '@countersign/auth-verifier/testing'
       import { createEventReceiver, receiverTables } from '@countersign/event-receiver'
       import type { WorkflowEvent } from '@countersign/contracts'
       import type { ApprovalPanel, Transport } from '@countersign/approval-ui'
       import { createClient, itemsOf, ProblemError } from '@countersign/client'
       import { createSession, createMemoryStore } from '@countersign/mcp'
       import type { components } from '@countersign/client/bpm'
       const { bpm } = createClient({ baseUrl: 'http://localhost', token: 'of the user' })
       export type Approval = components['schemas']['ProcessInstance']
       export const start = async (title: string): Promise<Approval | undefined> => {
         const body = { bizType: 'expense', bizId: '1', title, variables: {}, idempotencyKey: '1' }
         try {
           return await bpm.startProcessInstance({ body })
         } catch (error) {
           if (error instanceof ProblemError && error.code === 'bpm.initiate_forbidden') return
           throw error
         }
       }
       export async function* inbox(): AsyncGenerator<string> {
         for await (const { taskNo } of itemsOf(bpm.listTasks, {})) yield taskNo
       }
       const showAddress = (address: URL): void => console.error(address.href)
       const signIn = { issuer: 'http://localhost', clientId: 'a', store: createMemoryStore(), open: showAddress }
       export const agent = createClient({ baseUrl: 'http://localhost', token: createSession(signIn) })
       export const open = (panel: ApprovalPanel, transport: Transport): void => {
         panel.transport = transport
       }
       export const nameOf = (event: WorkflowEvent): string => event.bizId
       export type Checks = Verifier
       ${verifying}`,
    )
    expect(await compile('strict.mts')).toBe('')
    const { stdout } = await run(process.execPath, 'strict.mjs')
    expect(stdout).toBe('anna function true\n')
  })

  it('are compiled by the strictest TypeScript, as CommonJS', async () => {
    await writeFile(
      join(folder, 'backend.cts'),
      `import { createVerifier } from '@countersign/auth-verifier'
       import { createTestIssuer } from '@countersign/auth-verifier/testing'
       import { createEventReceiver, receiverTables } from '@countersign/event-receiver'
       import { createClient, type BpmService } from '@countersign/client'
       import type { WorkflowEvent } from '@countersign/contracts'
       import { readKeySet, verifyRecord } from '@countersign/record'
       export const bpm: BpmService = createClient({ baseUrl: 'http://localhost' }).bpm
       export const nameOf = (event: WorkflowEvent): string => event.bizId
       export const checks = [readKeySet, verifyRecord]
       void (async () => { ${verifying} })()`,
    )
    expect(await compile('backend.cts')).toBe('')
    expect(await readFile(join(folder, 'backend.cjs'), 'utf8')).toContain('require("@countersign/')
    const { stdout } = await run(process.execPath, 'backend.cjs')
    expect(stdout).toBe('anna function true\n')
  })

  it('say which Node they run on: one that can require ES modules', async () => {
    for (const name of packages) {
      const scope = name.startsWith('create-') ? '' : '@countersign/'
      const { engines } = await readManifest(join('node_modules', `${scope}${name}`))
      expect(engines?.['node'], name).toBe('^20.19.0 || >=22.12.0')
    }
  })

  it('lay out an application that asks for the packages as they are now', async () => {
    await run('npx', 'create-countersign-app', 'trips')
    const { dependencies } = await readManifest('trips')
    for (const name of ['@countersign/auth-verifier', '@countersign/event-receiver']) {
      const { version = '' } = await readManifest(join('node_modules', name))
      expect(dependencies?.[name]).toBe(`^${version}`)
    }
    expect(JSON.stringify(dependencies)).not.toContain('workspace:')
  })

  it.each(['countersign-events', 'countersign-record', 'countersign-mcp'])(
    'bring the command %s',
    async (command) => {
      const { stdout } = await run('npx', command, '--help')
      expect(stdout).toMatch(new RegExp(`^${command} `))
    },
  )
})
